/** A limit as everybody explains it: what passed is remembered, and that of the last stretch is counted. */
export class ReferenceWindow {
  readonly #max: number;
  readonly #period: number;
  readonly #passed: number[] = [];

  constructor(max: number, period: number) {
    this.#max = max;
    this.#period = period;
  }

  has(now: number): boolean {
    return this.#passed.filter((at) => now - at < this.#period).length < this.#max;
  }

  take(now: number): void {
    this.#passed.push(now);
    // More than any limit here lets pass in its stretch; the filter is to stay quick.
    if (this.#passed.length > 1_000) this.#passed.splice(0, 500);
  }
}
