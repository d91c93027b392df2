/** Those who wait until something changes. */
export class Waiters {
  readonly #waiting = new Set<() => void>();

  /** Settles with the next `wake`. Rejects with the signal's reason when it aborts first. */
  wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(wake);
        reject(signal?.reason);
      };
      const wake = () => {
        this.#waiting.delete(wake);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      if (signal?.aborted === true) reject(signal.reason);
      else {
        this.#waiting.add(wake);
        signal?.addEventListener('abort', end, { once: true });
      }
    });
  }

  wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}

/** As many at a time as there are places; the others wait in order. */
export class Places {
  readonly #waiters: (() => void)[] = [];
  #free: number;

  constructor(number: number) {
    this.#free = number;
  }

  /** Runs `work` as soon as there is a place. Rejects with the signal's reason when it aborts before. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#free === 0) await this.#place(signal);
    else this.#free -= 1;
    try {
      return await work();
    } finally {
      const next = this.#waiters.shift();
      if (next === undefined) this.#free += 1;
      else next();
    }
  }

  #place(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiters.splice(this.#waiters.indexOf(take), 1);
        reject(signal?.reason);
      };
      if (signal?.aborted === true) reject(signal.reason);
      else {
        this.#waiters.push(take);
        signal?.addEventListener('abort', leave, { once: true });
      }
    });
  }
}
