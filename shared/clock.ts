export type Cancel = () => void;

/** Time as we see it; tests bring their own. Milliseconds. */
export interface Clock {
  now(): number;
  /** Runs once after the delay unless cancelled. */
  after(delay: number, run: () => void): Cancel;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delay, run) {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
};
