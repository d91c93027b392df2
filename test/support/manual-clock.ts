import type { Cancel, Clock } from '#shared/clock.js';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** Time that goes by only when told to. */
export class ManualClock implements Clock {
  readonly #timers = new Set<Timer>();
  #now = Date.now();

  now(): number {
    return this.#now;
  }

  after(delay: number, run: () => void): Cancel {
    const timer = { at: this.#now + delay, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Runs what comes due within so many milliseconds, in its order. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
  }

  #next(end: number): Timer | undefined {
    return [...this.#timers].filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at)[0];
  }
}
