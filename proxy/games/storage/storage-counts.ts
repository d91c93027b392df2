/** Counts what goes to the bucket, for metrics. */
export class StorageCounts {
  #bytes = 0;
  #objects = 0;
  #errors = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get objects(): number {
    return this.#objects;
  }

  get errors(): number {
    return this.#errors;
  }

  stored(bytes: number): void {
    this.#bytes += bytes;
    this.#objects += 1;
  }

  /** A request failed, after the attempts of the SDK. */
  failed(): void {
    this.#errors += 1;
  }
}
