/** A bucket as everybody explains it: tokens that drip in. Thousandths, so that all is whole numbers. */
export class ReferenceBucket {
  readonly #capacity: number;
  readonly #perMillisecond: number;
  #tokens: number;
  #at = 0;

  constructor(capacity: number, perSecond: number) {
    this.#capacity = capacity * 1000;
    this.#perMillisecond = perSecond;
    this.#tokens = this.#capacity;
  }

  has(now: number): boolean {
    this.#tokens = Math.min(this.#capacity, this.#tokens + (now - this.#at) * this.#perMillisecond);
    this.#at = now;
    return this.#tokens >= 1000;
  }

  take(now: number): boolean {
    const isThere = this.has(now);
    if (isThere) this.#tokens -= 1000;
    return isThere;
  }
}
