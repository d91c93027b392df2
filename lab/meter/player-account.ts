import { addUsage, NO_USAGE, type TokenUsage } from '../../agent/player/models/messages.js';
import type { MeteredCall } from './call-log.js';
import { tokensOf } from './model-interface.js';

/** Calls of one player at a time. A budget is exceeded by no more than what these take. */
const MAX_CALLS_AT_ONCE = 8;

/** Why a call is not passed on. */
export interface Refusal {
  /** The error code of OpenAI. */
  readonly code: 'insufficient_quota' | 'rate_limit_exceeded';
  readonly message: string;
  /** Whether the same call may be passed on later. */
  readonly mayPass: boolean;
}

/** What one player has used, and may use. */
export class PlayerAccount {
  readonly name: string;
  /** Tokens in all, those from a cache too; undefined: as many as it takes. */
  readonly budget: number | undefined;
  #calls = 0;
  #unknown = 0;
  #usage = NO_USAGE;
  #inProgress = 0;

  constructor(name: string, budget: number | undefined) {
    this.name = name;
    this.budget = budget;
  }

  /** Why another call is not passed on now; undefined when it is. */
  get refusal(): Refusal | undefined {
    const { budget, used } = this;
    if (budget !== undefined && used >= budget)
      return {
        code: 'insufficient_quota',
        message: `The budget of ${this.name} is used up: ${used} of ${budget} tokens.`,
        mayPass: false,
      };
    if (this.#inProgress < MAX_CALLS_AT_ONCE) return undefined;
    return {
      code: 'rate_limit_exceeded',
      message: `${this.name} has ${MAX_CALLS_AT_ONCE} calls in progress; more are not passed on at a time.`,
      mayPass: true,
    };
  }

  /** Tokens in all. */
  get used(): number {
    return tokensOf(this.#usage);
  }

  /** Whether a call is in progress. */
  get isBusy(): boolean {
    return this.#inProgress > 0;
  }

  /** Begins a call, which ends when the answer is disposed. */
  begin(): Disposable {
    this.#inProgress += 1;
    return {
      [Symbol.dispose]: () => {
        this.#inProgress -= 1;
      },
    };
  }

  count(call: MeteredCall): void {
    this.#calls += 1;
    if (call.usage_source === 'unknown') this.#unknown += 1;
    this.#usage = addUsage(this.#usage, usageOf(call));
  }

  /** What `GET /PLAYER/usage` answers. */
  get totals() {
    const { input, written, cached, output } = this.#usage;
    return {
      player: this.name,
      calls: this.#calls,
      calls_of_unknown_usage: this.#unknown,
      input_tokens: input,
      cached_tokens: cached,
      cache_written_tokens: written,
      output_tokens: output,
      budget: this.budget ?? null,
    };
  }
}

/** The tokens of a call. */
function usageOf(call: MeteredCall): TokenUsage {
  return {
    input: call.input_tokens,
    written: call.cache_written_tokens,
    cached: call.cached_tokens,
    output: call.output_tokens,
  };
}
