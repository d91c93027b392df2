/** Hands out the item with the smallest rank first (a binary heap). */
export class PriorityQueue<T> {
  readonly #heap: { readonly rank: number; readonly item: T }[] = [];

  get size(): number {
    return this.#heap.length;
  }

  push(item: T, rank: number): void {
    const heap = this.#heap;
    const entry = { rank, item };
    let index = heap.length;
    while (index > 0) {
      const above = (index - 1) >> 1;
      const parent = heap[above];
      if (parent === undefined || parent.rank <= rank) break;
      heap[index] = parent;
      index = above;
    }
    heap[index] = entry;
  }

  pop(): T | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined) return undefined;
    if (heap.length > 0) this.#sink(last);
    return first.item;
  }

  /** Puts an entry where the first was taken from, and lets it down to its place. */
  #sink(entry: { readonly rank: number; readonly item: T }): void {
    const heap = this.#heap;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      const below = (heap[right]?.rank ?? Infinity) < (heap[left]?.rank ?? Infinity) ? right : left;
      const child = heap[below];
      if (child === undefined || child.rank >= entry.rank) break;
      heap[index] = child;
      index = below;
    }
    heap[index] = entry;
  }
}
