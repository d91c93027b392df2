/** So many at most in any stretch of `period` milliseconds. */
export interface WindowLimit<Name extends string> {
  readonly name: Name;
  readonly max: number;
  readonly period: number;
}

/** A limit that is in the way, and the milliseconds until it no longer is. */
export interface WindowWait<Name extends string> {
  readonly name: Name;
  readonly wait: number;
}

/** When something was counted, oldest first; those before `start` no longer matter. */
interface Log {
  times: number[];
  start: number;
}

/** So many passed entries are cut off at once. */
const CUT = 64;

/**
 * Counts events by key exactly: for each key the times of those that still matter, at most `max` of the longest limit. All
 * limits hold together. The number of keys is bounded.
 */
export class SlidingWindows<Name extends string> {
  readonly #limits: readonly WindowLimit<Name>[];
  readonly #longest: number;
  readonly #maxKeys: number;
  readonly #logs = new Map<string, Log>();

  constructor(limits: readonly WindowLimit<Name>[], maxKeys: number) {
    this.#limits = limits;
    this.#longest = Math.max(...limits.map(({ period }) => period));
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#logs.size;
  }

  /** The limit that `cost` events now would have to wait for longest; undefined when they may pass. Counts nothing. */
  wait(key: string, now: number, cost = 1): WindowWait<Name> | undefined {
    const log = this.#logs.get(key);
    if (log === undefined) return undefined;
    let longest: WindowWait<Name> | undefined;
    for (const { name, max, period } of this.#limits) {
      // With these, that one and all behind it would be one too many until it is a period old.
      const index = log.times.length + cost - max - 1;
      const time = index < log.start ? undefined : log.times[index];
      const wait = time === undefined ? 0 : time + period - now;
      if (wait > (longest?.wait ?? 0)) longest = { name, wait };
    }
    return longest;
  }

  /** Counts `cost` events, whether or not they may pass: ask `wait` before. */
  add(key: string, now: number, cost = 1): void {
    const log = this.#logs.get(key) ?? { times: [], start: 0 };
    this.#logs.set(key, log);
    for (let event = 0; event < cost; event++) log.times.push(now);
    this.#forgetPast(log, now);
    if (this.#logs.size > this.#maxKeys) this.#makeRoom(now);
  }

  #forgetPast(log: Log, now: number): void {
    const { times } = log;
    while (log.start < times.length && (times[log.start] ?? now) + this.#longest <= now) log.start++;
    // In one go, so that each event costs the same however many there are.
    if (log.start < CUT || log.start * 2 < times.length) return;
    times.splice(0, log.start);
    log.start = 0;
  }

  /** Keys without events that matter first; then a quarter of the others, those with the fewest. */
  #makeRoom(now: number): void {
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
