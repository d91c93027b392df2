/** A connection whose unread bytes are counted. */
export interface SlowReader {
  /** Closes the connection, to free the memory of its unread bytes. */
  disconnectSlow(): void;
}

/** The unread bytes of all agents. Above `maxBytes` the connection with the most of them is closed. */
export class GlobalSendBuffer {
  readonly #maxBytes: number;
  readonly #unread = new Map<SlowReader, number>();
  #total = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Unread bytes of all readers. */
  get total(): number {
    return this.#total;
  }

  /** Sets the unread bytes of one reader; 0 removes it. */
  set(reader: SlowReader, bytes: number): void {
    const before = this.#unread.get(reader) ?? 0;
    if (bytes === before) return;
    if (bytes === 0) this.#unread.delete(reader);
    else this.#unread.set(reader, bytes);
    this.#total += bytes - before;
    if (this.#total > this.#maxBytes) this.#slowest()?.disconnectSlow();
  }

  #slowest(): SlowReader | undefined {
    let slowest: SlowReader | undefined;
    let max = 0;
    for (const [reader, bytes] of this.#unread) {
      if (bytes <= max) continue;
      max = bytes;
      slowest = reader;
    }
    return slowest;
  }
}
