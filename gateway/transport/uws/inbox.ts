/** What waits of all peers together. */
const MOST_OF_ALL = 64 << 20;
/** Of one peer, however small its messages may be. */
const MOST_OF_ONE = 2 << 20;
/** A waiting message costs about so much beside its own bytes. */
const EACH = 128;

/** Counts what waits in all inboxes of one transport. */
export class Holdings {
  #bytes = 0;

  take(bytes: number): boolean {
    if (this.#bytes + bytes > MOST_OF_ALL) return false;
    this.#bytes += bytes;
    return true;
  }

  free(bytes: number): void {
    this.#bytes -= bytes;
  }
}

interface Item {
  readonly weight: number;
  hand(): void;
}

/**
 * What has come from one peer and waits for its turn: one message a turn of the loop, so that who sends hundreds at once
 * waits for the others; none while paused, because the library cannot stop reading.
 */
export class Inbox {
  readonly #holdings: Holdings;
  #items: Item[] = [];
  #bytes = 0;
  #isPaused = false;
  #isEnded = false;
  #next: NodeJS.Immediate | undefined;

  constructor(holdings: Holdings) {
    this.#holdings = holdings;
  }

  /** False when too much waits already. */
  put(bytes: number, hand: () => void): boolean {
    if (this.#isEnded) return true;
    const weight = bytes + EACH;
    const isTooMuch = this.#items.length > 0 && this.#bytes + weight > MOST_OF_ONE;
    if (isTooMuch || !this.#holdings.take(weight)) return false;
    this.#bytes += weight;
    this.#items.push({ weight, hand });
    this.#schedule();
    return true;
  }

  pause(): void {
    this.#isPaused = true;
    clearImmediate(this.#next);
    this.#next = undefined;
  }

  resume(): void {
    this.#isPaused = false;
    this.#schedule();
  }

  /** Hands on what waits unless paused, then `last`; nothing after. */
  end(last: () => void): void {
    if (this.#isPaused) this.clear();
    this.#isEnded = true;
    this.#isPaused = false;
    this.#items.push({ weight: 0, hand: last });
    this.#schedule();
  }

  /** Forgets what waits. */
  clear(): void {
    this.#holdings.free(this.#bytes);
    this.#bytes = 0;
    this.#items = [];
  }

  #schedule(): void {
    if (this.#isPaused || this.#items.length === 0) return;
    this.#next ??= setImmediate(() => this.#handNext());
  }

  #handNext(): void {
    this.#next = undefined;
    const item = this.#items.shift();
    if (item === undefined) return;
    this.#bytes -= item.weight;
    this.#holdings.free(item.weight);
    item.hand();
    this.#schedule();
  }
}
