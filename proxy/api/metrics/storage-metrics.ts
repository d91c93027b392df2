import { Counter, Gauge, type Registry } from 'prom-client';
import type { GameStorage } from '../../games/storage/game-storage.js';

/** Adds what is counted of the bucket that the games are in; all 0 without one. */
export function addStorageMetrics(registry: Registry, storage: GameStorage | undefined): void {
  const registers = [registry];
  new Counter({
    name: 'freeciv_proxy_storage_bytes_total',
    help: 'Bytes of games stored in the bucket (STORAGE_URL)',
    registers,
    collect() {
      this.reset();
      this.inc(storage?.counts.bytes ?? 0);
    },
  });
  new Counter({
    name: 'freeciv_proxy_storage_objects_total',
    help: 'Objects of games stored in the bucket',
    registers,
    collect() {
      this.reset();
      this.inc(storage?.counts.objects ?? 0);
    },
  });
  new Counter({
    name: 'freeciv_proxy_storage_errors_total',
    help: 'Requests to the bucket that failed, after the attempts of the SDK',
    registers,
    collect() {
      this.reset();
      this.inc(storage?.counts.errors ?? 0);
    },
  });
  new Gauge({
    name: 'freeciv_proxy_storage_behind_seconds',
    help: 'For how long the bucket lacks what a game has on the disk, the longest of all games',
    registers,
    collect() {
      this.set(storage?.secondsBehind ?? 0);
    },
  });
}
