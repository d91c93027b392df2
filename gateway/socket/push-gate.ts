/**
 * Tells when pushes may go out, so that a client that reads one frame for each it sends meets none: they wait from the
 * login until the first answer (or until the gate is opened by the clock), and while a request is under way. A client
 * with two correlated requests under way tells frames apart by itself, so nothing waits for it.
 */
export class PushGate {
  readonly #maxWaiting: number;
  #fresh = true;
  #underWay = 0;
  #correlated = 0;

  /** With more than `maxWaiting` pushes waiting the gate is open, whatever is under way. */
  constructor(maxWaiting: number) {
    this.#maxWaiting = maxWaiting;
  }

  get underWay(): number {
    return this.#underWay;
  }

  isOpen(waiting: number): boolean {
    if (this.#correlated >= 2 || waiting > this.#maxWaiting) return true;
    return !this.#fresh && this.#underWay === 0;
  }

  requestBegan(hasCorrelation: boolean): void {
    this.#underWay++;
    if (hasCorrelation) this.#correlated++;
  }

  requestAnswered(hasCorrelation: boolean): void {
    this.#underWay--;
    if (hasCorrelation) this.#correlated--;
    this.#fresh = false;
  }

  /** The wait after the login is over. */
  settle(): void {
    this.#fresh = false;
  }
}
