const STEP_CHARS = 512 << 10;

/** Does something with all items, as many in each turn of the event loop as have 512 Ki characters together. */
export function doInSteps<T>(
  items: T[],
  { work, sizeOf, mayGoOn }: { work(item: T): unknown; sizeOf(item: T): number; mayGoOn(): boolean },
): void {
  let chars = 0;
  while (items.length > 0 && chars < STEP_CHARS && mayGoOn()) {
    for (const item of items.splice(0, 1)) {
      void work(item);
      chars += sizeOf(item);
    }
  }
  if (items.length > 0 && mayGoOn()) setImmediate(() => doInSteps(items, { work, sizeOf, mayGoOn }));
}
