import { Registry } from 'prom-client';
import { collectProcessMetrics } from '#shared/core/process-metrics.js';
import type { Games } from '../../games/lifecycle/games.js';
import { addGameGauges } from './game-gauges.js';
import { createInstruments, type Instruments, type Stage } from './instruments.js';

/** What an operator sees of a proxy, in Prometheus' form. */
export class ProxyMetrics {
  readonly registry = new Registry();
  readonly count: Instruments;

  constructor(games: Games) {
    collectProcessMetrics(this.registry, 'freeciv_proxy_');
    addGameGauges(this.registry, games);
    this.count = createInstruments(this.registry);
  }

  /** Does the work and takes its time. */
  async timed<T>(stage: Stage, work: () => Promise<T>): Promise<T> {
    const stop = this.count.stageSeconds.startTimer({ stage });
    try {
      return await work();
    } finally {
      stop();
    }
  }
}
