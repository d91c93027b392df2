/** Entries above which a list is cut although nobody has read it. */
const MIN_CUT_AT = 64;

/** A list of which the newest entries count. A reader gets these alone; the list itself is cut when it has become twice as long. */
export class NewestList<T> {
  readonly #newest: (all: readonly T[]) => readonly T[];
  #all: T[] = [];
  #cutAt = MIN_CUT_AT;
  /** The entries when they were read last, until more are added. */
  #read: readonly T[] | undefined;

  /** `newest` cuts a list; to cut it step by step gives the same result. */
  constructor(newest: (all: readonly T[]) => readonly T[]) {
    this.#newest = newest;
  }

  get isEmpty(): boolean {
    return this.#all.length === 0;
  }

  /** The newest entries, as an array that does not change. */
  get entries(): readonly T[] {
    this.#read ??= this.#newest(this.#all);
    return this.#read;
  }

  /** Adds entries that are newer than all others. */
  add(entries: readonly T[]): void {
    if (entries.length === 0) return;
    this.#read = undefined;
    this.#all.push(...entries);
    if (this.#all.length >= this.#cutAt) this.replace(this.#newest(this.#all));
  }

  replace(entries: readonly T[]): void {
    this.#all = [...entries];
    this.#cutAt = Math.max(MIN_CUT_AT, 2 * entries.length);
    this.#read = undefined;
  }
}
