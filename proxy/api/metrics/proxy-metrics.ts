import type { Registry } from 'prom-client';
import { type MetricSet, SECONDS_BUCKETS } from '#shared/core/metric-set.js';
import { collectProcessMetrics } from '#shared/core/process.js';
import type { Games } from '../../games/lifecycle/games.js';
import type { HeapRoom } from '../../games/lifecycle/heap-room.js';
import { measureGames, measureMemory } from './game-gauges.js';

/** Turns last as long as the models need. */
const TURN_SECONDS_BUCKETS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

function createInstruments(metrics: MetricSet) {
  return {
    links: metrics.gauge('freeciv_proxy_links', 'Gateways that are connected'),
    requests: metrics.counter(
      'freeciv_proxy_requests_total',
      'Requests of gateways answered, by type and result (ok or an error code)',
      ['type', 'result'],
    ),
    requestSeconds: metrics.histogram(
      'freeciv_proxy_request_duration_seconds',
      'From a request of a gateway to its answer',
      SECONDS_BUCKETS,
      ['type'],
    ),
    stageSeconds: metrics.histogram(
      'freeciv_proxy_stage_duration_seconds',
      'Parts of it: ready (until the seat can be asked), queue (behind other actions of the seat), act (until the game server’s verdict), state (making a state, its offers included), offers (of that, the legal actions)',
      SECONDS_BUCKETS,
      ['stage'],
    ),
    verdicts: metrics.counter(
      'freeciv_proxy_verdicts_total',
      'Actions by verdict: applied, no_effect, rejected by the game server, unknown, or the error code of one that was not sent',
      ['outcome'],
    ),
    offers: metrics.histogram(
      'freeciv_proxy_offers',
      'Legal actions found for one answer',
      [1, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000],
    ),
    turnSeconds: metrics.histogram(
      'freeciv_proxy_turn_duration_seconds',
      'From the beginning of a turn to that of the next, in all games',
      TURN_SECONDS_BUCKETS,
    ),
    rejections: metrics.counter(
      'freeciv_proxy_unhandled_rejections_total',
      'Unhandled promise rejections: bugs, see the log',
    ),
    losses: metrics.counter(
      'freeciv_proxy_game_losses_total',
      'Game servers that ended before their game was over, as their agents were told',
    ),
    recoverySeconds: metrics.histogram(
      'freeciv_proxy_recovery_duration_seconds',
      'From such a loss until the game went on',
      TURN_SECONDS_BUCKETS,
    ),
    unrecovered: metrics.counter('freeciv_proxy_games_unrecovered_total', 'Games that could not be restored'),
    pushes: metrics.counter('freeciv_proxy_pushes_total', 'Pushes numbered for seats, by type', ['type']),
    pushGaps: metrics.counter(
      'freeciv_proxy_push_gaps_total',
      'Gateways that came back for a seat and had missed more pushes than are kept',
    ),
  };
}

/** The counters and histograms of a proxy. */
export type Instruments = ReturnType<typeof createInstruments>;
/** Stages of answering a request, see `freeciv_proxy_stage_duration_seconds`. */
export type Stage = 'ready' | 'queue' | 'act' | 'state' | 'offers';

/** The Prometheus metrics of a proxy. */
export class ProxyMetrics {
  readonly registry: Registry;
  readonly instruments: Instruments;

  constructor(metrics: MetricSet, games: Games, memory: HeapRoom) {
    this.registry = metrics.registry;
    collectProcessMetrics(this.registry, 'freeciv_proxy_');
    measureGames(metrics, games);
    measureMemory(metrics, memory);
    this.instruments = createInstruments(metrics);
  }

  /** Observes the time until the answer is disposed as that of a stage. */
  time(stage: Stage): Disposable {
    return { [Symbol.dispose]: this.instruments.stageSeconds.startTimer({ stage }) };
  }
}
