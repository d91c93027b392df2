/** Somebody who is sent more than it reads. */
export interface SlowReader {
  /** Ends it: what waits for it takes more memory than there is for all. */
  giveUp(): void;
}

/** The bytes that wait to be read by all agents together; over `most` those go who have left the most unread. */
export class Backlog {
  readonly #most: number;
  readonly #tell: (total: number) => void;
  readonly #unread = new Map<SlowReader, number>();
  #total = 0;

  constructor(most: number, tell: (total: number) => void) {
    this.#most = most;
    this.#tell = tell;
  }

  get total(): number {
    return this.#total;
  }

  /** What waits for this reader now; 0 forgets it. */
  set(reader: SlowReader, bytes: number): void {
    const before = this.#unread.get(reader) ?? 0;
    if (bytes === before) return;
    if (bytes === 0) this.#unread.delete(reader);
    else this.#unread.set(reader, bytes);
    this.#total += bytes - before;
    this.#tell(this.#total);
    if (this.#total > this.#most) this.#slowest()?.giveUp();
  }

  #slowest(): SlowReader | undefined {
    let slowest: SlowReader | undefined;
    let most = 0;
    for (const [reader, bytes] of this.#unread) {
      if (bytes <= most) continue;
      most = bytes;
      slowest = reader;
    }
    return slowest;
  }
}
