import type { MetricSet } from '#shared/core/metric-set.js';
import type { Game } from '../../games/lifecycle/game.js';
import type { Games } from '../../games/lifecycle/games.js';
import type { HeapRoom } from '../../games/lifecycle/heap-room.js';
import type { Seat } from '../../games/seats/seat.js';
import { exactSince } from '../../views/delta/delta.js';

/** Adds what is read of the games at each scrape. */
export function measureGames(metrics: MetricSet, games: Games): void {
  const seats = (): readonly Seat[] => games.live.flatMap((game) => game.seats);
  const served = () => games.live.filter(({ serverPid }) => serverPid > 0);
  metrics.measure('freeciv_proxy_seats', 'Seats that agents hold in running games', () => seats().length);
  metrics.measure('freeciv_proxy_game_servers', 'Game server processes', () => served().length);
  metrics.measureBy(
    'version',
    'freeciv_proxy_game_server_versions',
    'Game server processes, by the version of freeciv-server',
    () => counted(served(), ({ record }) => record.serverVersion ?? 'unknown'),
  );
  metrics.measure(
    'freeciv_proxy_versions_held',
    'State versions that a delta may begin at, of all seats together',
    () => seats().reduce((sum, { world }) => sum + world.version - exactSince(world), 0),
  );
  metrics.measure(
    'freeciv_proxy_unread_packet_bytes',
    'Bytes left over behind the last field of decoded packets; anything but 0 is a fault in the packet table',
    () => seats().reduce((sum, seat) => sum + seat.unreadBytes, 0),
  );
  metrics.measure(
    'freeciv_proxy_disk_troubles',
    'Journals, ledgers, records and saves of games that the disk does not take at the moment',
    () => games.disk.troubles.length,
  );
  metrics.countBy(
    'what',
    'freeciv_proxy_damaged_files_total',
    'Files of games that were found damaged, by what they hold',
    () => games.disk.damageCounts,
  );
  metrics.measure(
    'freeciv_proxy_disk_free_bytes',
    'Free where the games lie',
    async () => (await games.freeBytes()) ?? Number.NaN,
  );
  metrics.measureBy(
    'state',
    'freeciv_proxy_games',
    'Games with a server process or on their way to one, by state',
    () => new Map([['running', 0], ...counted(games.live, ({ state }) => state.kind)]),
  );
}

/** Adds the room in memory for games and seats. */
export function measureMemory(metrics: MetricSet, memory: HeapRoom): void {
  metrics.measure(
    'freeciv_proxy_memory_taken_bytes',
    'Memory that running games take, or will take when all agents they wait for play',
    () => memory.taken,
  );
  metrics.measure(
    'freeciv_proxy_memory_limit_bytes',
    'Memory that the heap can hold (--max-old-space-size)',
    () => memory.limit,
  );
  metrics.measure(
    'freeciv_proxy_memory_full',
    '1 while a game or seat was refused for want of memory and still has no room',
    () => (memory.isFull ? 1 : 0),
  );
}

function counted(games: readonly Game[], of: (game: Game) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const game of games) counts.set(of(game), (counts.get(of(game)) ?? 0) + 1);
  return counts;
}
