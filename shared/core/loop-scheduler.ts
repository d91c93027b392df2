/** Milliseconds of work in each slice of the event loop. */
const SLICE_MS = 5;

/**
 * Shares an event loop among tasks that take milliseconds: when those of one turn of the loop have used their slice, the others
 * wait for the next, in their order. Heartbeats, timers and other sockets come in between.
 */
export class LoopScheduler {
  readonly #now: () => number;
  readonly #waiting: (() => void)[] = [];
  #sliceEnds: number | undefined;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Runs a task at once where the slice has time left and none waits, else in a later one. Returns whether it has run. */
  run(task: () => void): boolean {
    if (this.#waiting.length > 0 || !this.#hasTime()) {
      this.#waiting.push(task);
      setImmediate(this.#runNext);
      return false;
    }
    task();
    return true;
  }

  /** Each task has an immediate of its own: what its promises begin runs before the next, and is part of its slice. */
  readonly #runNext = (): void => {
    if (this.#hasTime()) this.#waiting.shift()?.();
    else setImmediate(this.#runNext);
  };

  #hasTime(): boolean {
    if (this.#sliceEnds !== undefined) return this.#now() < this.#sliceEnds;
    this.#sliceEnds = this.#now() + SLICE_MS;
    setImmediate(() => {
      this.#sliceEnds = undefined;
    });
    return true;
  }
}

/** That of this thread: it has one event loop. */
export const loopScheduler = new LoopScheduler();
