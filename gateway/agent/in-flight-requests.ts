/** Counts logins and requests in flight, so that a shutdown can wait for them. */
export class InFlightRequests {
  #count = 0;
  #idle: (() => void)[] = [];

  get count(): number {
    return this.#count;
  }

  /** Counts one more. `end` follows. */
  begin(): void {
    this.#count++;
  }

  /** Counts one less. */
  end(): void {
    this.#count--;
    if (this.#count === 0) for (const resolve of this.#idle.splice(0)) resolve();
  }

  /** Counts `work` until it settles. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.begin();
    try {
      return await work();
    } finally {
      this.end();
    }
  }

  /** Resolves when nothing is in flight. */
  whenIdle(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }
}
