import type { Cancel, Clock } from '#shared/core/clock.js';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Time that goes by only when told to. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  #monotonic = 1_000;
  /** What the system's clock shows when `monotonic` is 0. */
  #epoch = Date.now();

  now(): number {
    return this.#epoch + this.#monotonic;
  }

  monotonic(): number {
    return this.#monotonic;
  }

  after(delay: number, run: () => void): Cancel {
    const timer = { at: this.#monotonic + delay, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Runs what comes due within so many milliseconds, in its order. */
  pass(milliseconds: number): void {
    const end = this.#monotonic + milliseconds;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#monotonic = next.at;
      next.run();
    }
    this.#monotonic = end;
  }

  /** Lets so many milliseconds go by in which nothing runs, as in a process that is stopped; then runs what is overdue. */
  stall(milliseconds: number): void {
    const end = this.#monotonic + milliseconds;
    const overdue = [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
    this.#monotonic = end;
    for (const timer of overdue) if (this.#timers.delete(timer)) timer.run();
  }

  /** Sets the wall clock forward, or back by a negative number, as an administrator or a time server does. */
  jump(milliseconds: number): void {
    this.#epoch += milliseconds;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
  }
}
