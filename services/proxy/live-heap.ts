import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

/** V8 counts its young generation (three semi-spaces of 16 MB) into the limit; what lives on is not kept there. */
const YOUNG_BYTES = 48 * 2 ** 20;
const YOUNG_SPACES: ReadonlySet<string> = new Set(['new_space', 'new_large_object_space']);

/** How much of what lives on the heap can hold (--max-old-space-size), in bytes. */
export function heapLimit(): number {
  return getHeapStatistics().heap_size_limit - YOUNG_BYTES;
}

/** Calls back with the live bytes after each full collection. Returns what ends it. */
export function watchLiveHeap(onCollected: (live: number) => void): () => void {
  const observer = new PerformanceObserver((list) => {
    if (list.getEntries().some(isFullCollection)) onCollected(oldBytes());
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}

function isFullCollection(entry: PerformanceEntry): boolean {
  const detail: unknown = Reflect.get(entry, 'detail');
  return Reflect.get(Object(detail), 'kind') === constants.NODE_PERFORMANCE_GC_MAJOR;
}

/** What is in use in the old generation. */
function oldBytes(): number {
  return getHeapSpaceStatistics()
    .filter(({ space_name: name }) => !YOUNG_SPACES.has(name))
    .reduce((sum, { space_used_size: bytes }) => sum + bytes, 0);
}
