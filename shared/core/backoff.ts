/** How long the attempts at something wait for each other. */
export interface Backoff {
  /** The wait after the first failure, in milliseconds; it doubles with each failure. */
  readonly first: number;
  readonly max: number;
  /** The share of a wait that is drawn, so that many who wait do not come back at once: 0.5 unless given, 1 is full jitter. */
  readonly jitter?: number;
  /** Failures after the first that do not double the wait; 0 unless given. */
  readonly quick?: number;
}

/** Milliseconds to wait after `failures` failures in a row, of which 0 is the first. `random` gives [0, 1). */
export function backoffDelay(
  failures: number,
  { first, max, jitter, quick = 0 }: Backoff,
  random: () => number = Math.random,
): number {
  const doublings = Math.min(Math.max(0, failures - quick), 30);
  return withJitter(Math.min(max, first * 2 ** doublings), jitter, random);
}

/** A wait of which that share is drawn. */
export function withJitter(ms: number, jitter = 0.5, random: () => number = Math.random): number {
  return ms * (1 - jitter + jitter * random());
}
