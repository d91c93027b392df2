import type { Cancel, Clock } from '#shared/core/clock.js';

/** The wait before another attempt to restore a game that failed for a reason that may pass; it doubles each time. */
const FIRST_MS = 1000;
const MAX_MS = 30_000;

/** Schedules one attempt at a time; each wait is longer than the one before. */
export class LaterRetry {
  readonly #clock: Clock;
  #ms = FIRST_MS;
  #cancel: Cancel = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  schedule(work: () => void): void {
    const ms = this.#ms;
    this.#ms = Math.min(2 * ms, MAX_MS);
    this.#cancel = this.#clock.after(ms, work);
  }

  /** Drops the scheduled attempt. */
  cancel(): void {
    this.#cancel();
  }

  /** After a success: the next wait is the first one again. */
  reset(): void {
    this.#ms = FIRST_MS;
  }
}
