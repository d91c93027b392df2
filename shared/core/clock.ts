export type Cancel = () => void;

/** Time as the program sees it; tests bring their own. Milliseconds. */
export interface Clock {
  /** Wall time since 1970: for people, files and messages only. The system may set it forward or back at any moment. */
  now(): number;
  /** Time since a fixed moment of this process, which nobody can set: for durations, deadlines, limits and expiry. */
  monotonic(): number;
  /** Runs once after the delay unless cancelled. */
  after(delay: number, run: () => void): Cancel;
}

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
