/** The rate of a bucket: `capacity` units at once, and then one each `periodMs / perPeriod` milliseconds. */
export interface BucketSize {
  readonly capacity: number;
  readonly perPeriod: number;
  readonly periodMs: number;
}

/** One bucket. It is changed in place: a map from which keys are deleted and added again is rehashed again and again. */
interface Bucket {
  /** When the bucket is full again, in milliseconds. */
  fullAt: number;
}

/**
 * Rate limits by token buckets, one for each key. A bucket is stored as the time at which it is full again (the generic
 * cell rate algorithm), which is one number and exact on any clock. A key whose bucket is full may be forgotten; the number of
 * keys is bounded. All times are in milliseconds of the monotonic clock.
 */
export class RateBuckets {
  readonly #interval: number;
  readonly #tolerance: number;
  readonly #maxKeys: number;
  readonly #buckets = new Map<string, Bucket>();

  constructor({ capacity, perPeriod, periodMs }: BucketSize, maxKeys: number) {
    this.#interval = periodMs / perPeriod;
    this.#tolerance = capacity * this.#interval;
    this.#maxKeys = maxKeys;
  }

  /** The number of keys. */
  get size(): number {
    return this.#buckets.size;
  }

  /** Milliseconds until `cost` units are available; 0 when they are now. Debits nothing. */
  waitMs(key: string, now: number, cost = 1): number {
    return Math.max(0, this.#fullAfter(this.#buckets.get(key), now, cost) - now - this.#tolerance);
  }

  /** Takes `cost` units, also when they are not available: check `waitMs` first. */
  debit(key: string, now: number, cost = 1): void {
    const bucket = this.#buckets.get(key);
    const fullAt = this.#fullAfter(bucket, now, cost);
    if (bucket !== undefined) bucket.fullAt = fullAt;
    else this.#buckets.set(key, { fullAt });
    if (this.#buckets.size > this.#maxKeys) this.#evict(now);
  }

  #fullAfter(bucket: Bucket | undefined, now: number, cost: number): number {
    return Math.max(now, bucket?.fullAt ?? 0) + cost * this.#interval;
  }

  /** Removes full buckets first, then a quarter of the others: those that are nearest to being full. */
  #evict(now: number): void {
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
