/** What a bucket lets through: `capacity` at once, and then one each `period / perPeriod` milliseconds. */
export interface BucketSize {
  readonly capacity: number;
  readonly perPeriod: number;
  readonly period: number;
}

/** When a bucket is full again. Changed in place: a map that is deleted from and added to is copied again and again. */
interface Bucket {
  fullAt: number;
}

/**
 * Token buckets, one a key, by the time at which each would be full again (the generic cell rate algorithm): a
 * number a key, exact on any clock. A key whose bucket is full is forgotten; the number of keys is bounded.
 */
export class Buckets {
  readonly #interval: number;
  readonly #tolerance: number;
  readonly #maxKeys: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ capacity, perPeriod, period }: BucketSize, maxKeys: number) {
    this.#interval = period / perPeriod;
    this.#tolerance = capacity * this.#interval;
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** Milliseconds until `cost` could be taken; 0 when it can be now. Takes nothing. */
  wait(key: string, now: number, cost = 1): number {
    return Math.max(0, this.#fullAfter(this.#buckets.get(key), now, cost) - now - this.#tolerance);
  }

  /** Takes `cost`, whether or not it is there: ask `wait` before. */
  take(key: string, now: number, cost = 1): void {
    const bucket = this.#buckets.get(key);
    const fullAt = this.#fullAfter(bucket, now, cost);
    if (bucket !== undefined) bucket.fullAt = fullAt;
    else this.#buckets.set(key, { fullAt });
    if (this.#buckets.size > this.#maxKeys) this.#makeRoom(now);
  }

  #fullAfter(bucket: Bucket | undefined, now: number, cost: number): number {
    return Math.max(now, bucket?.fullAt ?? 0) + cost * this.#interval;
  }

  /** Full buckets first; then a quarter of the others, those that lack least. */
  #makeRoom(now: number): void {
    for (const [key, { fullAt }] of this.#buckets) if (fullAt <= now) this.#buckets.delete(key);
    const excess = this.#buckets.size - Math.floor(this.#maxKeys * 0.75);
    if (excess <= 0) return;
    const times = Float64Array.from(this.#buckets.values(), ({ fullAt }) => fullAt).sort();
    const until = times[excess - 1] ?? now;
    for (const [key, { fullAt }] of this.#buckets) {
      if (this.#buckets.size <= this.#maxKeys * 0.75) return;
      if (fullAt <= until) this.#buckets.delete(key);
    }
  }
}
