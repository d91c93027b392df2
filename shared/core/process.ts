import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { Logger } from './log.js';

/** Memory, descriptors, event-loop lag and the like of this process; once for a registry. */
export function collectProcessMetrics(registry: Registry, prefix = ''): void {
  collectDefaultMetrics({ register: registry, prefix });
  // Gauges with the suffix of counters: Prometheus' own check refuses them.
  for (const name of ['handles', 'requests', 'resources']) {
    registry.removeSingleMetric(`${prefix}nodejs_active_${name}_total`);
  }
}

/** The handling of an unhandled promise rejection. */
export interface RejectionNet {
  readonly log: Logger;
  /** Called for each, before anything is given up. */
  count(): void;
  /** Gives up what the rejection happened in, where its reason names that. */
  giveUp(reason: unknown): void;
}

/**
 * An unhandled rejection ends the part that it happened in, for example a game, and not the process. An
 * uncaught exception still ends the process, because its state is unknown; the process is started again, and
 * games and sessions are restored from the journals.
 */
export function catchRejections({ log, count, giveUp }: RejectionNet): void {
  process.on('unhandledRejection', (reason) => {
    count();
    log.error({ err: reason }, 'an unhandled promise rejection: a bug');
    giveUp(reason);
  });
}
