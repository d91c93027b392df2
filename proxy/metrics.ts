import { Gauge, Registry } from 'prom-client';
import { collectProcessMetrics } from '#shared/process-metrics.js';
import type { Games } from './games/games.js';

/** What an operator sees of a proxy, in Prometheus' form. */
export function createProxyMetrics(games: Games): Registry {
  const registry = new Registry();
  collectProcessMetrics(registry, 'freeciv_proxy_');
  new Gauge({
    name: 'freeciv_proxy_games',
    help: 'Games with a server process.',
    registers: [registry],
    collect() {
      this.set(games.live.length);
    },
  });
  new Gauge({
    name: 'freeciv_proxy_seats',
    help: 'Seats that agents hold in running games.',
    registers: [registry],
    collect() {
      this.set(games.live.reduce((sum, game) => sum + game.seats.length, 0));
    },
  });
  new Gauge({
    name: 'freeciv_proxy_unread_packet_bytes',
    help: 'Bytes left over behind the last field of decoded packets. Anything but 0 is a fault in the packet table.',
    registers: [registry],
    collect() {
      const seats = games.live.flatMap((game) => game.seats);
      this.set(seats.reduce((sum, seat) => sum + seat.unreadBytes, 0));
    },
  });
  return registry;
}
