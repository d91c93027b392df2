/** Where the items come from; it can be paused. */
export interface PausableSource {
  pause(): void;
  resume(): void;
}

/** Milliseconds of work in each turn of the event loop. */
const SLICE_MS = 5;

/**
 * Handles items in their order, for a few milliseconds in each turn of the event loop: one read can hold the views of ten
 * games, and heartbeats and other sockets must not wait for all of them. The source is paused while items are left.
 */
export class SlicedQueue<T> {
  readonly #handle: (item: T) => void;
  readonly #source: PausableSource;
  readonly #now: () => number;
  #left: T[] = [];
  #sliceEnds: number | undefined;

  constructor(handle: (item: T) => void, source: PausableSource, now = () => performance.now()) {
    this.#handle = handle;
    this.#source = source;
    this.#now = now;
  }

  add(item: T): void {
    if (this.#left.length === 0 && this.#hasTime()) {
      this.#handle(item);
      return;
    }
    this.#left.push(item);
    if (this.#left.length === 1) this.#source.pause();
  }

  /** Handles all items that are left: no more will come. */
  flush(): void {
    for (const item of this.#left.splice(0)) this.#handle(item);
  }

  #hasTime(): boolean {
    if (this.#sliceEnds === undefined) {
      this.#sliceEnds = this.#now() + SLICE_MS;
      setImmediate(() => this.#nextSlice());
    }
    return this.#now() < this.#sliceEnds;
  }

  #nextSlice(): void {
    this.#sliceEnds = undefined;
    if (this.#left.length === 0) return;
    let done = 0;
    // At least one item in each turn, however long it takes.
    while (done < this.#left.length && (this.#hasTime() || done === 0)) {
      const item = this.#left[done];
      done++;
      if (item !== undefined) this.#handle(item);
    }
    this.#left.splice(0, done);
    if (this.#left.length === 0) this.#source.resume();
  }
}
