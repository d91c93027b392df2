/** What hands in the items, and can be told to wait. */
export interface Source {
  pause(): void;
  resume(): void;
}

/** Of each turn of the event loop, in milliseconds. */
const slice = 5;

/**
 * Works through items in the order they come, for a few milliseconds of each turn of the loop: a read can hold the views
 * of ten games, and heartbeats and other sockets must not wait behind all of them. Their source waits while any are left.
 */
export class SlicedQueue<T> {
  readonly #work: (item: T) => void;
  readonly #source: Source;
  readonly #now: () => number;
  #left: T[] = [];
  #sliceEnds: number | undefined;

  constructor(work: (item: T) => void, source: Source, now = () => performance.now()) {
    this.#work = work;
    this.#source = source;
    this.#now = now;
  }

  add(item: T): void {
    if (this.#left.length === 0 && this.#mayWork()) {
      this.#work(item);
      return;
    }
    this.#left.push(item);
    if (this.#left.length === 1) this.#source.pause();
  }

  /** Works through all that is left at once: nothing more will come. */
  flush(): void {
    for (const item of this.#left.splice(0)) this.#work(item);
  }

  #mayWork(): boolean {
    if (this.#sliceEnds === undefined) {
      this.#sliceEnds = this.#now() + slice;
      setImmediate(() => this.#nextSlice());
    }
    return this.#now() < this.#sliceEnds;
  }

  #nextSlice(): void {
    this.#sliceEnds = undefined;
    if (this.#left.length === 0) return;
    let done = 0;
    // The first in any case, so that it goes on however long each takes.
    while (done < this.#left.length && (this.#mayWork() || done === 0)) {
      const item = this.#left[done];
      done++;
      if (item !== undefined) this.#work(item);
    }
    this.#left.splice(0, done);
    if (this.#left.length === 0) this.#source.resume();
  }
}
