export type Cancel = () => void;

/** Time as the gateway sees it; tests bring their own. Milliseconds. */
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

/** The promise's value, or 'deadline' when the delay is over first. */
export function withDeadline<T>(clock: Clock, promise: Promise<T>, delay: number): Promise<T | 'deadline'> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(delay, () => resolve('deadline'));
    promise.then(resolve, reject).finally(cancel);
  });
}
