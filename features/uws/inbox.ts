/** The most bytes that wait in the inboxes of all peers together. */
const MAX_TOTAL_BYTES = 64 << 20;
/** The most bytes that wait in the inbox of one peer, overhead included. */
const MAX_PEER_BYTES = 2 << 20;
/** The memory of a waiting message beside its own bytes, roughly. */
const MESSAGE_OVERHEAD_BYTES = 128;

/** Limits the bytes that wait in all inboxes of one transport. */
export class InboxBudget {
  #bytes = 0;

  /** Reserves memory; false when the limit would be exceeded. */
  reserve(bytes: number): boolean {
    if (this.#bytes + bytes > MAX_TOTAL_BYTES) return false;
    this.#bytes += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#bytes -= bytes;
  }
}

interface QueuedMessage {
  readonly weight: number;
  deliver(): void;
}

/** The messages of one peer, one delivered per turn of the event loop; none while paused: the library cannot stop reading. */
export class Inbox {
  readonly #budget: InboxBudget;
  #items: QueuedMessage[] = [];
  #bytes = 0;
  #isPaused = false;
  #isClosed = false;
  #next: NodeJS.Immediate | undefined;

  constructor(budget: InboxBudget) {
    this.#budget = budget;
  }

  /** Adds a message of this many bytes; false when too much waits already. Nothing is added after `close`. */
  enqueue(bytes: number, deliver: () => void): boolean {
    if (this.#isClosed) return true;
    const weight = bytes + MESSAGE_OVERHEAD_BYTES;
    const isFull = this.#items.length > 0 && this.#bytes + weight > MAX_PEER_BYTES;
    if (isFull || !this.#budget.reserve(weight)) return false;
    this.#bytes += weight;
    this.#items.push({ weight, deliver });
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

  /** Delivers what waits unless paused, then calls `last`; nothing is delivered after that. */
  close(last: () => void): void {
    if (this.#isPaused) this.clear();
    this.#isClosed = true;
    this.#isPaused = false;
    this.#items.push({ weight: 0, deliver: last });
    this.#schedule();
  }

  clear(): void {
    this.#budget.release(this.#bytes);
    this.#bytes = 0;
    this.#items = [];
  }

  #schedule(): void {
    if (this.#isPaused || this.#items.length === 0) return;
    this.#next ??= setImmediate(() => this.#deliverNext());
  }

  #deliverNext(): void {
    this.#next = undefined;
    const item = this.#items.shift();
    if (item === undefined) return;
    this.#bytes -= item.weight;
    this.#budget.release(item.weight);
    item.deliver();
    this.#schedule();
  }
}
