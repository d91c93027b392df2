import type { MetricSet } from '#shared/core/metric-set.js';

/** Adds the metrics of spectators. */
export function spectatorMetrics(all: MetricSet) {
  return {
    open: all.gauge('freeciv_gateway_spectators', 'Open spectator sockets'),
    updates: all.counter(
      'freeciv_gateway_spectator_updates_total',
      'Updates of watched games, each made once for all who watch',
    ),
    snapshots: all.counter(
      'freeciv_gateway_spectator_snapshots_total',
      'Snapshots of watched games taken from the proxy',
    ),
  };
}

/** What is measured of spectators. */
export type SpectatorMetrics = ReturnType<typeof spectatorMetrics>;
