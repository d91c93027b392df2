/** What a network does to what passes. */
export interface Conditions {
  readonly isHolding: boolean;
  readonly delayMs: number;
}

/** One direction of a connection: what is put in passes in its order, however the conditions change. */
export class Direction {
  readonly #conditions: () => Conditions;
  readonly #queue: { readonly due: number; readonly pass: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #onEmpty: () => void = () => {};
  #isStranded = false;
  /** While true nothing passes here. */
  isHeld = false;

  constructor(conditions: () => Conditions) {
    this.#conditions = conditions;
  }

  add(pass: () => void): void {
    const last = this.#queue.at(-1)?.due ?? 0;
    this.#queue.push({ due: Math.max(last, performance.now() + this.#conditions().delayMs), pass });
    this.pass();
  }

  /** From now on nothing passes. */
  strand(): void {
    this.#isStranded = true;
  }

  /** Passes on what is due. */
  pass(): void {
    clearTimeout(this.#timer);
    if (this.#conditions().isHolding || this.#isStranded || this.isHeld) return;
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const wait = next.due - performance.now();
      if (wait > 0) {
        this.#timer = setTimeout(() => this.pass(), wait);
        return;
      }
      this.#queue.shift();
      next.pass();
    }
    this.#onEmpty();
  }

  /** Calls back once everything has passed, which may be now. */
  onEmpty(callback: () => void): void {
    this.#onEmpty = callback;
    if (this.#queue.length === 0) callback();
  }
}
