/** What a bucket lets through: `capacity` at once, and then one each `period / perPeriod` milliseconds. */
export interface BucketSize {
  readonly capacity: number;
  readonly perPeriod: number;
  readonly period: number;
}

/**
 * Token buckets, one a key, by the time at which each would be full again (the generic cell rate algorithm): a
 * number a key, exact on any clock. A key whose bucket is full is forgotten; the number of keys is bounded.
 */
export class Buckets {
  readonly #interval: number;
  readonly #tolerance: number;
  readonly #maxKeys: number;
  readonly #fullAt = new Map<string, number>();

  constructor({ capacity, perPeriod, period }: BucketSize, maxKeys: number) {
    this.#interval = period / perPeriod;
    this.#tolerance = capacity * this.#interval;
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#fullAt.size;
  }

  /** Milliseconds until `cost` could be taken; 0 when it can be now. Takes nothing. */
  wait(key: string, now: number, cost = 1): number {
    return Math.max(0, this.#fullAfter(key, now, cost) - now - this.#tolerance);
  }

  /** Takes `cost`, whether or not it is there: ask `wait` before. */
  take(key: string, now: number, cost = 1): void {
    const fullAt = this.#fullAfter(key, now, cost);
    // Set anew, so that the keys stay in the order of their last use.
    this.#fullAt.delete(key);
    this.#fullAt.set(key, fullAt);
    if (this.#fullAt.size > this.#maxKeys) this.#makeRoom(now);
  }

  #fullAfter(key: string, now: number, cost: number): number {
    return Math.max(now, this.#fullAt.get(key) ?? 0) + cost * this.#interval;
  }

  /** Full buckets first; then a quarter of the others, those unused longest. */
  #makeRoom(now: number): void {
    for (const [key, fullAt] of this.#fullAt) if (fullAt <= now) this.#fullAt.delete(key);
    const goal = this.#maxKeys * 0.75;
    for (const key of this.#fullAt.keys()) {
      if (this.#fullAt.size <= goal) return;
      this.#fullAt.delete(key);
    }
  }
}
