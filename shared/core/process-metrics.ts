import { collectDefaultMetrics, type Registry } from 'prom-client';

/** Memory, descriptors, event-loop lag and the like of this process; once for a registry. */
export function collectProcessMetrics(registry: Registry, prefix = ''): void {
  collectDefaultMetrics({ register: registry, prefix });
  // Gauges with the suffix of counters: Prometheus' own check refuses them.
  for (const name of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`${prefix}nodejs_active_${name}_total`);
  }
}
