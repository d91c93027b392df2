import { backoffDelay } from '#shared/core/backoff.js';
import type { Cancel, Clock } from '#shared/core/clock.js';

/** The wait before another attempt to restore a game that failed for a reason that may pass; it doubles each time. */
const RETRY = { first: 1000, max: 30_000, jitter: 0 };

/** Schedules one attempt at a time; each wait is longer than the one before. */
export class LaterRetry {
  readonly #clock: Clock;
  #failures = 0;
  #cancel: Cancel = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  schedule(work: () => void): void {
    this.#cancel = this.#clock.after(backoffDelay(this.#failures, RETRY), work);
    this.#failures += 1;
  }

  cancel(): void {
    this.#cancel();
  }

  /** After a success: the next wait is the first one again. */
  reset(): void {
    this.#failures = 0;
  }
}
