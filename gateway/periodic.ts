import type { Cancel, Clock } from './clock.js';

/** Runs a job again and again until cancelled. */
export function every(clock: Clock, period: number, job: () => void): Cancel {
  const run = () => {
    job();
    cancel = clock.after(period, run);
  };
  let cancel = clock.after(period, run);
  return () => cancel();
}
