/** Counts what goes to the bucket, for metrics. */
export class StorageCounts {
  #bytes = 0;
  #objects = 0;
  #errors = 0;

  /** Bytes stored since the start. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Objects stored since the start. */
  get objects(): number {
    return this.#objects;
  }

  /** Requests that failed. */
  get errors(): number {
    return this.#errors;
  }

  /** An object was stored. */
  stored(bytes: number): void {
    this.#bytes += bytes;
    this.#objects += 1;
  }

  /** A request failed, after the attempts of the SDK. */
  failed(): void {
    this.#errors += 1;
  }
}
