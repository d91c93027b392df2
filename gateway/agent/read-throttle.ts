import type { Clock } from '#shared/core/clock.js';

/** Stops and goes on taking bytes from a peer. */
interface Reader {
  pauseReading(): void;
  resumeReading(): void;
}

/** At least this long, so that somebody a little over a limit waits a little. */
const leastPause = 200;
/** For each message refused: a read of 64 KB can hold hundreds of them. */
const pauseEach = 5;
/** Well below the time after which silence counts as death. */
const longestPause = 5_000;

/** Reads less from who goes on sending over a limit: the more was refused, the longer its bytes wait in its own buffers. */
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
    const least = this.#isPaused ? 0 : leastPause - pauseEach;
    this.#until = Math.min(now + longestPause, Math.max(now + least, this.#until) + pauseEach);
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
