import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

/** What V8 gives to a semi-space without --max-semi-space-size. */
const DEFAULT_SEMI_SPACE_MB = 16;
const SEMI_SPACES = 3;
const YOUNG_SPACES: ReadonlySet<string> = new Set(['new_space', 'new_large_object_space']);

/** How much of what lives on the heap can hold (--max-old-space-size), in bytes. */
export function heapLimit(): number {
  return getHeapStatistics().heap_size_limit - youngBytes();
}

/** V8 counts its young generation into the limit; what lives on is not kept there. */
function youngBytes(): number {
  const options = [process.env.NODE_OPTIONS ?? '', ...process.execArgv].join(' ');
  const [, megabytes] = /.*--max[-_]semi[-_]space[-_]size[= ](\d+)/.exec(options) ?? [];
  return SEMI_SPACES * Number(megabytes ?? DEFAULT_SEMI_SPACE_MB) * 2 ** 20;
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
