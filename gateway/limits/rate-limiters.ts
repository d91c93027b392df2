import { isIPv6 } from 'node:net';

/**
 * The key by which an IP address is counted: the address itself for IPv4, also when it is written `::ffff:1.2.3.4`; the
 * first 64 bits for IPv6, because the owner of one IPv6 address usually has that whole network.
 */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return address;
  return `${hextets(bare).slice(0, 4).join(':')}::/64`;
}

/** The parts of an IPv6 address, with the zeros that `::` leaves out. */
function hextets(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  const zeros = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after];
}

/** At most `max` events of a key, which may change, in any `periodMs` milliseconds. */
export interface WindowLimit<Name extends string> {
  readonly name: Name;
  readonly max: (key: string) => number;
  readonly periodMs: number;
}

/** A limit that would be exceeded, and the milliseconds until it would not. */
export interface WindowWait<Name extends string> {
  readonly name: Name;
  readonly waitMs: number;
}

/** The state of a limit for one key. */
export interface WindowStatus<Name extends string> {
  readonly name: Name;
  readonly max: number;
  readonly left: number;
  readonly periodMs: number;
  readonly resetMs: number;
}

/** The times of the events of one key, oldest first; those before the index `start` are expired. */
interface WindowLog {
  times: number[];
  start: number;
}

/** Expired times are removed when there are at least this many. */
const TRIM_MIN_EVENTS = 64;

/**
 * Rate limits that hold exactly, for each key: the times of all events within the longest period are stored. Several limits
 * hold together. Keys whose events are all expired are removed once in the longest period; the number of keys is bounded. All
 * times are in milliseconds of the monotonic clock.
 */
export class SlidingWindows<Name extends string> {
  readonly #limits: readonly WindowLimit<Name>[];
  readonly #longest: number;
  readonly #maxKeys: number;
  readonly #logs = new Map<string, WindowLog>();
  #nextSweep = 0;

  constructor(limits: readonly WindowLimit<Name>[], maxKeys: number) {
    this.#limits = limits;
    this.#longest = Math.max(...limits.map(({ periodMs }) => periodMs));
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#logs.size;
  }

  /**
   * The limit that makes `cost` events wait longest; undefined when they are within all. More events than a limit admits at all
   * wait until it admits as many as it can. Counts nothing.
   */
  findWait(key: string, now: number, cost = 1): WindowWait<Name> | undefined {
    const log = this.#logs.get(key);
    if (log === undefined) return undefined;
    let longest: WindowWait<Name> | undefined;
    for (const { name, max, periodMs } of this.#limits) {
      // With the new events, this event and all after it exceed the limit until this event is one period old.
      const most = max(key);
      const index = log.times.length + Math.min(cost, most) - most - 1;
      const time = index < log.start ? undefined : log.times[index];
      const waitMs = time === undefined ? 0 : time + periodMs - now;
      if (waitMs > (longest?.waitMs ?? 0)) longest = { name, waitMs };
    }
    return longest;
  }

  /** How many more events of the key each limit admits now, and the milliseconds until it admits `max` again. */
  statusOf(key: string, now: number): readonly WindowStatus<Name>[] {
    const times = this.#logs.get(key)?.times ?? [];
    return this.#limits.map(({ name, max, periodMs }) => {
      const recent = times.length - firstAfter(times, now - periodMs);
      // Sums of fractions may be above the period by some bits.
      const resetMs = recent === 0 ? 0 : Math.min(periodMs, (times.at(-1) ?? now) + periodMs - now);
      return { name, max: max(key), left: Math.max(0, max(key) - recent), periodMs, resetMs };
    });
  }

  /** Counts `cost` events, also when they exceed a limit: check `findWait` first. */
  record(key: string, now: number, cost = 1): void {
    const log = this.#logs.get(key) ?? { times: [], start: 0 };
    this.#logs.set(key, log);
    for (let event = 0; event < cost; event++) log.times.push(now);
    this.#removeExpired(log, now);
    if (now >= this.#nextSweep) this.#sweep(now);
    if (this.#logs.size > this.#maxKeys) this.#evict(now);
  }

  #removeExpired(log: WindowLog, now: number): void {
    const { times } = log;
    while (log.start < times.length && (times[log.start] ?? now) + this.#longest <= now) log.start++;
    // Many at once, so that the cost of an event does not depend on their number.
    if (log.start < TRIM_MIN_EVENTS || log.start * 2 < times.length) return;
    times.splice(0, log.start);
    log.start = 0;
  }

  /** Removes keys whose events are all expired. */
  #sweep(now: number): void {
    this.#nextSweep = now + this.#longest;
    for (const [key, { times }] of this.#logs)
      if ((times.at(-1) ?? 0) + this.#longest <= now) this.#logs.delete(key);
  }

  /** Removes keys whose events are all expired first, then a quarter of the others: those with the fewest events. */
  #evict(now: number): void {
    this.#sweep(now);
    const target = Math.floor(this.#maxKeys * 0.75);
    if (this.#logs.size <= target) return;
    const byCount = [...this.#logs].sort(
      ([, a], [, b]) => a.times.length - a.start - b.times.length + b.start,
    );
    for (const [key] of byCount.slice(0, this.#logs.size - target)) this.#logs.delete(key);
  }
}

/** The index of the first of ascending times that is later than `time`; their number when none is. */
function firstAfter(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) > time) high = middle;
    else low = middle + 1;
  }
  return low;
}

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
 * cell rate algorithm), which is one number and exact on any clock. Keys whose buckets are full are removed once in the time
 * in which an empty bucket fills; the number of keys is bounded. All times are in milliseconds of the monotonic clock.
 */
export class RateBuckets {
  readonly #interval: number;
  readonly #tolerance: number;
  readonly #maxKeys: number;
  readonly #buckets = new Map<string, Bucket>();
  #nextSweep = 0;

  constructor({ capacity, perPeriod, periodMs }: BucketSize, maxKeys: number) {
    this.#interval = periodMs / perPeriod;
    this.#tolerance = capacity * this.#interval;
    this.#maxKeys = maxKeys;
  }

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
    if (now >= this.#nextSweep) this.#sweep(now);
    if (this.#buckets.size > this.#maxKeys) this.#evict(now);
  }

  #fullAfter(bucket: Bucket | undefined, now: number, cost: number): number {
    return Math.max(now, bucket?.fullAt ?? 0) + cost * this.#interval;
  }

  #sweep(now: number): void {
    this.#nextSweep = now + this.#tolerance;
    for (const [key, { fullAt }] of this.#buckets) if (fullAt <= now) this.#buckets.delete(key);
  }

  /** Removes full buckets first, then a quarter of the others: those that are nearest to being full. */
  #evict(now: number): void {
    this.#sweep(now);
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
