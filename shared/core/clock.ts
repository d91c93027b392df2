/** Ends a timer; without effect when it has run or was ended. */
export type Cancel = () => void;

/** Time as the program sees it; tests bring their own. Milliseconds. */
export interface Clock {
  /** Wall time since 1970: for people, files and messages only. The system may set it forward or back at any moment. */
  now(): number;
  /** Time since a fixed moment of this process, which cannot be set: for durations, deadlines, limits and expiry. */
  monotonic(): number;
  after(delay: number, run: () => void): Cancel;
}

/** The clock of the system and Node's timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delay, run) {
    const timer = setTimeout(run, delay);
    return () => clearTimeout(timer);
  },
};

/** The wall time of a moment of the monotonic clock, as the wall clock is set now. */
export function wallTimeOf(clock: Clock, moment: number): number {
  return clock.now() + (moment - clock.monotonic());
}

/** The promise's value, or 'deadline' when the delay is over first. */
export function withDeadline<T>(clock: Clock, promise: Promise<T>, delay: number): Promise<T | 'deadline'> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(delay, () => resolve('deadline'));
    promise.then(resolve, reject).finally(cancel);
  });
}

/** Aborts with `signal` or after `ms`; dispose of it. `AbortSignal.any` with a timeout may never abort in Node 20. */
export function timeLimit(signal: AbortSignal, ms: number): Disposable & { readonly signal: AbortSignal } {
  const over = new AbortController();
  const end = () => over.abort(signal.reason);
  const cancel = systemClock.after(ms, () => over.abort(new DOMException('The time is up', 'TimeoutError')));
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return {
    signal: over.signal,
    [Symbol.dispose]() {
      cancel();
      signal.removeEventListener('abort', end);
    },
  };
}

/** The promise's value, or undefined when the signal aborts first. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  let end = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', end));
}

/** Runs a job again and again until cancelled. */
export function every(clock: Clock, period: number, job: () => void): Cancel {
  const run = () => {
    // First: the job may cancel it.
    cancel = clock.after(period, run);
    job();
  };
  let cancel = clock.after(period, run);
  return () => cancel();
}
