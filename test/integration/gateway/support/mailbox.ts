/** A queue that is awaited: tests take what came, or wait for what comes. */
export class Mailbox<T> {
  readonly #items: T[] = [];
  readonly #takers: ((item: T) => void)[] = [];

  put(item: T): void {
    const taker = this.#takers.shift();
    if (taker === undefined) this.#items.push(item);
    else taker(item);
  }

  take(): Promise<T> {
    const item = this.#items.shift();
    if (item !== undefined) return Promise.resolve(item);
    return new Promise((resolve) => this.#takers.push(resolve));
  }

  /** What came and was not taken. */
  get size(): number {
    return this.#items.length;
  }
}
