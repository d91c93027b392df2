import type { Clock } from '#shared/core/clock.js';

export { type Cancel, type Clock, systemClock } from '#shared/core/clock.js';

/** The promise's value, or 'deadline' when the delay is over first. */
export function withDeadline<T>(clock: Clock, promise: Promise<T>, delay: number): Promise<T | 'deadline'> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(delay, () => resolve('deadline'));
    promise.then(resolve, reject).finally(cancel);
  });
}
