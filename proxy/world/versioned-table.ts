import { expectWithin, type Limit } from './world-limits.js';

/** How many removals a table remembers; a delta from before the oldest remembered one is not exact. */
const MAX_TOMBSTONES = 10_000;

const NO_LIMIT: Limit = { what: 'entities', max: Number.POSITIVE_INFINITY };

/** Entities by id, each with the state version of its last change; removals are remembered with theirs. */
export class VersionedTable<T> {
  readonly #values = new Map<number, T>();
  readonly #versions = new Map<number, number>();
  readonly #removed = new Map<number, number>();
  #exactSince: number;
  #latest = 0;
  #position = 0;

  readonly #limit: Limit;

  /** `limit`: how many entities the table may have; `set` throws a ProtocolError beyond it. */
  constructor(exactSince = 0, limit = NO_LIMIT) {
    this.#exactSince = exactSince;
    this.#limit = limit;
  }

  get size(): number {
    return this.#values.size;
  }

  /** Changes and removals after this version are all known. */
  get exactSince(): number {
    return this.#exactSince;
  }

  get latestVersion(): number {
    return this.#latest;
  }

  /** The version of the last change of the position. */
  get positionVersion(): number {
    return this.#position;
  }

  get(id: number): T | undefined {
    return this.#values.get(id);
  }

  has(id: number): boolean {
    return this.#values.has(id);
  }

  /** The version of the last change of `id`; 0 when it is not there. */
  versionOf(id: number): number {
    return this.#versions.get(id) ?? 0;
  }

  values(): IterableIterator<T> {
    return this.#values.values();
  }

  /** `isPosition`: false where what changes is no part of the position. */
  set(id: number, value: T, version: number, isPosition = true): void {
    this.#latest = version;
    if (isPosition) this.#position = version;
    this.#values.set(id, value);
    expectWithin(this.#values.size, this.#limit);
    this.#versions.set(id, version);
    this.#removed.delete(id);
  }

  delete(id: number, version: number): void {
    if (!this.#values.delete(id)) return;
    this.#versions.delete(id);
    this.#latest = version;
    this.#position = version;
    this.#removed.delete(id);
    this.#removed.set(id, version);
    if (this.#removed.size > MAX_TOMBSTONES) this.#forgetOldest();
  }

  /** What was set after a version, in the order of `values`. */
  changedSince(version: number): readonly T[] {
    const changed: T[] = [];
    if (this.#latest <= version) return changed;
    // A loop would make a pair of each entry of thousands.
    this.#versions.forEach((changedAt, id) => {
      const value = changedAt > version ? this.#values.get(id) : undefined;
      if (value !== undefined) changed.push(value);
    });
    return changed;
  }

  removedSince(version: number): number[] {
    const removed: number[] = [];
    if (this.#latest <= version) return removed;
    this.#removed.forEach((removedAt, id) => {
      if (removedAt > version) removed.push(id);
    });
    return removed;
  }

  #forgetOldest(): void {
    for (const [id, version] of this.#removed) {
      this.#removed.delete(id);
      this.#exactSince = Math.max(this.#exactSince, version);
      return;
    }
  }
}
