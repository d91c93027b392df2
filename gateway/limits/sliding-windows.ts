/** At most `max` events in any `periodMs` milliseconds. */
export interface WindowLimit<Name extends string> {
  readonly name: Name;
  readonly max: number;
  readonly periodMs: number;
}

/** A limit that would be exceeded, and the milliseconds until it would not. */
export interface WindowWait<Name extends string> {
  readonly name: Name;
  readonly waitMs: number;
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
 * hold together. The number of keys is bounded. All times are in milliseconds of the monotonic clock.
 */
export class SlidingWindows<Name extends string> {
  readonly #limits: readonly WindowLimit<Name>[];
  readonly #longest: number;
  readonly #maxKeys: number;
  readonly #logs = new Map<string, WindowLog>();

  constructor(limits: readonly WindowLimit<Name>[], maxKeys: number) {
    this.#limits = limits;
    this.#longest = Math.max(...limits.map(({ periodMs }) => periodMs));
    this.#maxKeys = maxKeys;
  }

  /** The number of keys. */
  get size(): number {
    return this.#logs.size;
  }

  /** The limit for which `cost` events have to wait longest; undefined when they are within all. Counts nothing. */
  findWait(key: string, now: number, cost = 1): WindowWait<Name> | undefined {
    const log = this.#logs.get(key);
    if (log === undefined) return undefined;
    let longest: WindowWait<Name> | undefined;
    for (const { name, max, periodMs } of this.#limits) {
      // With the new events, this event and all after it exceed the limit until this event is one period old.
      const index = log.times.length + cost - max - 1;
      const time = index < log.start ? undefined : log.times[index];
      const waitMs = time === undefined ? 0 : time + periodMs - now;
      if (waitMs > (longest?.waitMs ?? 0)) longest = { name, waitMs };
    }
    return longest;
  }

  /** Counts `cost` events, also when they exceed a limit: check `findWait` first. */
  record(key: string, now: number, cost = 1): void {
    const log = this.#logs.get(key) ?? { times: [], start: 0 };
    this.#logs.set(key, log);
    for (let event = 0; event < cost; event++) log.times.push(now);
    this.#removeExpired(log, now);
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

  /** Removes keys whose events are all expired first, then a quarter of the others: those with the fewest events. */
  #evict(now: number): void {
    for (const [key, { times }] of this.#logs)
      if ((times.at(-1) ?? 0) + this.#longest <= now) this.#logs.delete(key);
    const target = Math.floor(this.#maxKeys * 0.75);
    if (this.#logs.size <= target) return;
    const byCount = [...this.#logs].sort(
      ([, a], [, b]) => a.times.length - a.start - b.times.length + b.start,
    );
    for (const [key] of byCount.slice(0, this.#logs.size - target)) this.#logs.delete(key);
  }
}
