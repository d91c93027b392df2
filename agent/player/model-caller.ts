import { backoffDelay } from '#shared/core/backoff.js';
import type { Clock } from '#shared/core/clock.js';
import { fail, type Result } from '#shared/core/result.js';
import type { ModelFault } from './models/model-fault.js';
import type { ModelEvent, ModelProvider, ModelReply, ModelRequest } from './models/model-provider.js';

/** How patiently a model is asked. */
export interface CallerOptions {
  readonly clock: Clock;
  /** How often a request is sent at most, faults that may pass included. */
  readonly maxAttempts: number;
  /** A call without any data for this long has failed, in milliseconds. */
  readonly maxSilenceMs: number;
  onEvent(event: ModelEvent): void;
  /** Called before a request is sent again. */
  onRetry(fault: ModelFault, waitMs: number): void;
  /** Waits before another attempt; ends early with the signal. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
}

const RETRY = { first: 1_000, max: 60_000 };

/** Sends requests to a model again where that may help, and ends those that hang. */
export class ModelCaller {
  readonly #provider: ModelProvider;
  readonly #options: CallerOptions;

  constructor(provider: ModelProvider, options: CallerOptions) {
    this.#provider = provider;
    this.#options = options;
  }

  /** Asks until there is an answer, a fault that stays, or an abort of the signal. */
  async ask(
    request: ModelRequest,
    signal: AbortSignal,
    onEvent: (event: ModelEvent) => void = () => {},
  ): Promise<Result<ModelReply, ModelFault>> {
    const { maxAttempts, onRetry, pause } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#attempt(request, signal, onEvent);
      if (signal.aborted) return fail({ kind: 'aborted', message: wordsOf(signal.reason) });
      if (answer.ok || answer.failure.kind !== 'transient' || attempt >= maxAttempts) return answer;
      const wait = answer.failure.retryAfterMs ?? backoffDelay(attempt - 1, RETRY);
      if (wait > RETRY.max) return answer;
      onRetry(answer.failure, wait);
      await pause(wait, signal);
      if (signal.aborted) return fail({ kind: 'aborted', message: wordsOf(signal.reason) });
    }
  }

  /** One request, ended by silence. */
  async #attempt(
    request: ModelRequest,
    signal: AbortSignal,
    onEvent: (event: ModelEvent) => void,
  ): Promise<Result<ModelReply, ModelFault>> {
    const { clock, maxSilenceMs } = this.#options;
    const over = new AbortController();
    const end = () => over.abort(signal.reason);
    if (signal.aborted) end();
    signal.addEventListener('abort', end, { once: true });
    const silence = () => over.abort();
    let cancel = clock.after(maxSilenceMs, silence);
    const heard = (event: ModelEvent) => {
      cancel();
      cancel = clock.after(maxSilenceMs, silence);
      this.#options.onEvent(event);
      onEvent(event);
    };
    try {
      const answer = await this.#provider.ask(request, { signal: over.signal, onEvent: heard });
      if (answer.ok || signal.aborted || !over.signal.aborted) return answer;
      return fail({ kind: 'transient', message: `nothing heard of the model for ${maxSilenceMs / 1000} s` });
    } finally {
      cancel();
      signal.removeEventListener('abort', end);
    }
  }
}

function wordsOf(reason: unknown): string {
  return reason instanceof Error ? reason.message : String(reason);
}
