import type { Clock } from '#shared/core/clock.js';

/** A connection whose reading can be paused. */
interface Reader {
  pauseReading(): void;
  resumeReading(): void;
}

/** The shortest pause, for a peer that is a little over a limit. */
const MIN_PAUSE_MS = 200;
/** Added for each message refused: a read of 64 KB can hold hundreds of them. */
const PAUSE_PER_REFUSAL_MS = 5;
/** Well below the heartbeat's limit: a paused peer must not count as dead. */
const MAX_PAUSE_MS = 5_000;

/** Pauses reading from a peer that keeps sending over a limit: the more was refused, the longer its bytes wait in its own buffers. */
export class ReadThrottle {
  readonly #clock: Clock;
  readonly #reader: Reader;
  #until = 0;
  #isPaused = false;

  constructor(clock: Clock, reader: Reader) {
    this.#clock = clock;
    this.#reader = reader;
  }

  /** A message was refused. */
  recordRefusal(): void {
    const now = this.#clock.monotonic();
    const least = this.#isPaused ? 0 : MIN_PAUSE_MS - PAUSE_PER_REFUSAL_MS;
    this.#until = Math.min(now + MAX_PAUSE_MS, Math.max(now + least, this.#until) + PAUSE_PER_REFUSAL_MS);
    if (this.#isPaused) return;
    this.#isPaused = true;
    this.#reader.pauseReading();
    this.#wait(this.#until - now);
  }

  #wait(delay: number): void {
    this.#clock.after(delay, () => {
      const left = this.#until - this.#clock.monotonic();
      if (left > 0) {
        this.#wait(left);
        return;
      }
      this.#isPaused = false;
      this.#reader.resumeReading();
    });
  }
}
