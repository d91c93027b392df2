import type { Clock } from '#shared/core/clock.js';
import { addUsage, NO_USAGE, type TokenUsage } from './models/messages.js';
import { costOf, type Price } from './prices.js';

/** What may be used at most; undefined: as much as it takes. */
export interface Limits {
  readonly calls?: number | undefined;
  /** Tokens that are paid in full: input that is not cached, and output. */
  readonly tokens?: number | undefined;
  readonly seconds?: number | undefined;
  readonly costUsd?: number | undefined;
}

/** What was used. */
export interface Consumption {
  readonly calls: number;
  readonly usage: TokenUsage;
  /** That were spent waiting for the model. */
  readonly seconds: number;
  /** Null when the price is not known. */
  readonly costUsd: number | null;
}

/** Counts what a turn, or a whole game, uses of a model, against its limits. */
export class Meter {
  readonly #clock: Clock;
  readonly #price: Price | undefined;
  readonly #limits: Limits;
  #since: number;
  #calls = 0;
  #usage = NO_USAGE;
  #seconds = 0;

  constructor(clock: Clock, price: Price | undefined, limits: Limits) {
    this.#clock = clock;
    this.#price = price;
    this.#limits = limits;
    this.#since = clock.monotonic();
  }

  restart(): void {
    this.#since = this.#clock.monotonic();
    this.#calls = 0;
    this.#usage = NO_USAGE;
    this.#seconds = 0;
  }

  /** Counts a call of the model that took this many seconds. The usage of a failed call is not known. */
  count(seconds: number, usage: TokenUsage = NO_USAGE): void {
    this.#calls += 1;
    this.#seconds += seconds;
    this.#usage = addUsage(this.#usage, usage);
  }

  get consumption(): Consumption {
    return {
      calls: this.#calls,
      usage: this.#usage,
      seconds: this.#seconds,
      costUsd: costOf(this.#usage, this.#price),
    };
  }

  /** Milliseconds until the limit of time; infinite without one. */
  get msLeft(): number {
    const { seconds = Number.POSITIVE_INFINITY } = this.#limits;
    return seconds * 1000 - (this.#clock.monotonic() - this.#since);
  }

  /** The limit that is reached, in words; undefined when none is. Time is another matter: it ends a call in progress. */
  get reached(): string | undefined {
    const { calls, tokens, costUsd } = this.#limits;
    const { usage, costUsd: cost } = this.consumption;
    if (calls !== undefined && this.#calls >= calls) return `${calls} calls of the model`;
    if (tokens !== undefined && usage.input + usage.output >= tokens) return `${tokens} tokens`;
    if (costUsd !== undefined && cost !== null && cost >= costUsd) return `${costUsd} USD`;
    return undefined;
  }
}
