import { Counter, Gauge, type Registry } from 'prom-client';
import type { Game } from '../../games/lifecycle/game.js';
import type { Games } from '../../games/lifecycle/games.js';
import type { HeapRoom } from '../../games/lifecycle/heap-room.js';
import type { Seat } from '../../games/seats/seat.js';
import type { GameStorage } from '../../games/storage/game-storage.js';
import { exactSince } from '../../views/delta/delta.js';

/** Adds gauges that are computed from the games at each scrape. */
export function addGameGauges(registry: Registry, games: Games): void {
  const seats = (): readonly Seat[] => games.live.flatMap((game) => game.seats);
  addGauge(registry, 'freeciv_proxy_seats', 'Seats that agents hold in running games', () => seats().length);
  addGauge(
    registry,
    'freeciv_proxy_game_servers',
    'Game server processes',
    () => games.live.filter(({ serverPid }) => serverPid > 0).length,
  );
  new Gauge({
    name: 'freeciv_proxy_game_server_versions',
    help: 'Game server processes, by the version of freeciv-server',
    labelNames: ['version'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { serverPid, record } of games.live)
        if (serverPid > 0) this.inc({ version: record.serverVersion ?? 'unknown' });
    },
  });
  addGauge(
    registry,
    'freeciv_proxy_versions_held',
    'State versions that a delta may begin at, of all seats together',
    () => seats().reduce((sum, { world }) => sum + world.version - exactSince(world), 0),
  );
  addGauge(
    registry,
    'freeciv_proxy_unread_packet_bytes',
    'Bytes left over behind the last field of decoded packets; anything but 0 is a fault in the packet table',
    () => seats().reduce((sum, seat) => sum + seat.unreadBytes, 0),
  );
  addGauge(
    registry,
    'freeciv_proxy_disk_troubles',
    'Journals, ledgers, records and saves of games that the disk does not take at the moment',
    () => games.disk.troubles.length,
  );
  new Counter({
    name: 'freeciv_proxy_damaged_files_total',
    help: 'Files of games that were found damaged, by what they hold',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [what, count] of games.disk.damageCounts) this.inc({ what }, count);
    },
  });
  new Gauge({
    name: 'freeciv_proxy_disk_free_bytes',
    help: 'Free where the games lie',
    registers: [registry],
    async collect() {
      this.set((await games.freeBytes()) ?? Number.NaN);
    },
  });
  new Gauge({
    name: 'freeciv_proxy_games',
    help: 'Games with a server process or on their way to one, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [state, count] of byState(games.live)) this.set({ state }, count);
    },
  });
}

/** Adds gauges of the room in memory for games and seats. */
export function addMemoryGauges(registry: Registry, memory: HeapRoom): void {
  addGauge(
    registry,
    'freeciv_proxy_memory_taken_bytes',
    'Memory that running games take, or will take when all agents they wait for play',
    () => memory.taken,
  );
  addGauge(
    registry,
    'freeciv_proxy_memory_limit_bytes',
    'Memory that the heap can hold (--max-old-space-size)',
    () => memory.limit,
  );
  addGauge(
    registry,
    'freeciv_proxy_memory_full',
    '1 while a game or seat was refused for want of memory and still has no room',
    () => (memory.isFull ? 1 : 0),
  );
}

function byState(games: readonly Game[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>([['running', 0]]);
  for (const { state } of games) counts.set(state.kind, (counts.get(state.kind) ?? 0) + 1);
  return counts;
}

const storageCounters = [
  ['bytes', 'freeciv_proxy_storage_bytes_total', 'Bytes of games stored in the bucket (STORAGE_URL)'],
  ['objects', 'freeciv_proxy_storage_objects_total', 'Objects of games stored in the bucket'],
  [
    'errors',
    'freeciv_proxy_storage_errors_total',
    'Requests to the bucket that failed, after the attempts of the SDK',
  ],
] as const;

/** Adds what is counted of the bucket that the games are in; all 0 without one. */
export function addStorageMetrics(registry: Registry, storage: GameStorage | undefined): void {
  for (const [what, name, help] of storageCounters)
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset();
        this.inc(storage?.counts[what] ?? 0);
      },
    });
  addGauge(
    registry,
    'freeciv_proxy_storage_behind_seconds',
    'For how long the bucket lacks what a game has on the disk, the longest of all games',
    () => storage?.secondsBehind ?? 0,
  );
}

function addGauge(registry: Registry, name: string, help: string, value: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(value());
    },
  });
}
