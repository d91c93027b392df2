/** How many removals a table remembers; a delta from before the oldest forgotten one is not exact any more. */
const MAX_TOMBSTONES = 10_000;

interface Entry<T> {
  value: T;
  version: number;
}

/** Entities by id, each with the state version of its last change; removals are remembered with theirs. */
export class VersionedTable<T> {
  readonly #entries = new Map<number, Entry<T>>();
  readonly #removed = new Map<number, number>();
  #exactSince: number;
  #latest = 0;

  constructor(exactSince = 0) {
    this.#exactSince = exactSince;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Changes and removals after this version are all known. */
  get exactSince(): number {
    return this.#exactSince;
  }

  /** The version of the last change of all. */
  get latestVersion(): number {
    return this.#latest;
  }

  get(id: number): T | undefined {
    return this.#entries.get(id)?.value;
  }

  has(id: number): boolean {
    return this.#entries.has(id);
  }

  /** The version of the last change of `id`; 0 when it is not there. */
  versionOf(id: number): number {
    return this.#entries.get(id)?.version ?? 0;
  }

  *values(): Generator<T> {
    for (const entry of this.#entries.values()) yield entry.value;
  }

  set(id: number, value: T, version: number): void {
    this.#latest = version;
    const entry = this.#entries.get(id);
    if (entry === undefined) {
      this.#entries.set(id, { value, version });
      this.#removed.delete(id);
    } else {
      entry.value = value;
      entry.version = version;
    }
  }

  delete(id: number, version: number): void {
    if (!this.#entries.delete(id)) return;
    this.#latest = version;
    this.#removed.delete(id);
    this.#removed.set(id, version);
    if (this.#removed.size > MAX_TOMBSTONES) this.#forgetOldest();
  }

  *changedSince(version: number): Generator<T> {
    if (this.#latest <= version) return;
    for (const entry of this.#entries.values()) if (entry.version > version) yield entry.value;
  }

  removedSince(version: number): number[] {
    return [...this.#removed].filter(([, removed]) => removed > version).map(([id]) => id);
  }

  #forgetOldest(): void {
    for (const [id, version] of this.#removed) {
      this.#removed.delete(id);
      this.#exactSince = Math.max(this.#exactSince, version);
      return;
    }
  }
}
