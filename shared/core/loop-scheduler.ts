/** Milliseconds of work in each slice of the event loop. */
const SLICE_MS = 5;

/**
 * Shares an event loop among tasks that take milliseconds: when those of one turn of the loop have used their slice, the others
 * wait for the next. Heartbeats, timers and other sockets come in between.
 */
export class LoopScheduler {
  readonly #now: () => number;
  /** What is handed to `run`: it often ends a task that was begun, so it comes before what has not begun. */
  readonly #urgent: (() => void)[] = [];
  readonly #queued: (() => void)[] = [];
  #sliceEnds: number | undefined;

  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Runs a task at once where the slice has time left, else in a later one. In their order. Returns whether it has run. */
  run(task: () => void): boolean {
    if (this.#urgent.length > 0 || !this.#hasTime()) {
      this.#urgent.push(task);
      setImmediate(this.#runNext);
      return false;
    }
    task();
    return true;
  }

  /** Runs a task later, in their order. What its promises begin at once is done before the next, and is part of its slice. */
  queue(task: () => void): void {
    this.#queued.push(task);
    setImmediate(this.#runNext);
  }

  /** Each task has an immediate of its own: promises are served between two of them. */
  readonly #runNext = (): void => {
    if (this.#hasTime()) (this.#urgent.shift() ?? this.#queued.shift())?.();
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
