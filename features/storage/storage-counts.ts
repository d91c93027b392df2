import type { MetricSet } from '#shared/core/metric-set.js';

/** Counts what goes to the bucket, for metrics. */
export class StorageCounts {
  #bytes = 0;
  #objects = 0;
  #errors = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get objects(): number {
    return this.#objects;
  }

  get errors(): number {
    return this.#errors;
  }

  stored(bytes: number): void {
    this.#bytes += bytes;
    this.#objects += 1;
  }

  /** A request failed, after the attempts of the SDK. */
  failed(): void {
    this.#errors += 1;
  }
}

/** Adds what is counted of the bucket that the games are in; all 0 without one. */
export function measureStorage(
  metrics: MetricSet,
  storage: { readonly counts: StorageCounts; readonly secondsBehind: number } | undefined,
): void {
  metrics.count(
    'freeciv_proxy_storage_bytes_total',
    'Bytes of games stored in the bucket (STORAGE_URL)',
    () => storage?.counts.bytes ?? 0,
  );
  metrics.count(
    'freeciv_proxy_storage_objects_total',
    'Objects of games stored in the bucket',
    () => storage?.counts.objects ?? 0,
  );
  metrics.count(
    'freeciv_proxy_storage_errors_total',
    'Requests to the bucket that failed, after the attempts of the SDK',
    () => storage?.counts.errors ?? 0,
  );
  metrics.measure(
    'freeciv_proxy_storage_behind_seconds',
    'For how long the bucket lacks what a game has on the disk, the longest of all games',
    () => storage?.secondsBehind ?? 0,
  );
}
