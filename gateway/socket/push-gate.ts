/**
 * Holds pushes back while a client that reads one frame for each it sends must not meet one: from the login
 * until the first answer (or until the gate is opened by the clock), and while a request is under way. Order is
 * kept. A client with two correlated requests under way tells frames apart by itself, so nothing waits for it.
 */
export class PushGate<T> {
  readonly #release: (item: T) => void;
  readonly #maxHeld: number;
  #held: T[] = [];
  #fresh = true;
  #underWay = 0;
  #correlated = 0;

  /** At most `maxHeld` are held; then they go out whatever is under way. */
  constructor(release: (item: T) => void, maxHeld: number) {
    this.#release = release;
    this.#maxHeld = maxHeld;
  }

  get underWay(): number {
    return this.#underWay;
  }

  push(item: T): void {
    this.#held.push(item);
    if (this.#isOpen() || this.#held.length > this.#maxHeld) this.#flush();
  }

  requestBegan(hasCorrelation: boolean): void {
    this.#underWay++;
    if (hasCorrelation) this.#correlated++;
    this.#flushIfOpen();
  }

  requestAnswered(hasCorrelation: boolean): void {
    this.#underWay--;
    if (hasCorrelation) this.#correlated--;
    this.#fresh = false;
    this.#flushIfOpen();
  }

  /** The wait after the login is over. */
  settle(): void {
    this.#fresh = false;
    this.#flushIfOpen();
  }

  #isOpen(): boolean {
    if (this.#correlated >= 2) return true;
    return !this.#fresh && this.#underWay === 0;
  }

  #flushIfOpen(): void {
    if (this.#isOpen()) this.#flush();
  }

  #flush(): void {
    const items = this.#held;
    this.#held = [];
    for (const item of items) this.#release(item);
  }
}
