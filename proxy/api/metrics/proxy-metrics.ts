import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { collectProcessMetrics } from '#shared/core/process.js';
import type { Games } from '../../games/lifecycle/games.js';
import type { HeapRoom } from '../../games/lifecycle/heap-room.js';
import type { GameStorage } from '../../games/storage/game-storage.js';
import { addGameGauges, addMemoryGauges, addStorageMetrics } from './game-gauges.js';
import { ModelCounters } from './model-counters.js';

const SECONDS_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Turns last as long as the models need. */
const TURN_SECONDS_BUCKETS = [0.1, 0.5, 1, 2, 5, 10, 30, 60, 120, 300, 600, 1800, 3600];

/** Creates the counters and histograms of the proxy. Label values come from fixed lists: no ids, nothing an agent chooses. */
function createInstruments(registry: Registry) {
  const registers = [registry];
  return {
    links: new Gauge({ name: 'freeciv_proxy_links', help: 'Gateways that are connected', registers }),
    requests: new Counter({
      name: 'freeciv_proxy_requests_total',
      help: 'Requests of gateways answered, by type and result (ok or an error code)',
      labelNames: ['type', 'result'],
      registers,
    }),
    requestSeconds: new Histogram({
      name: 'freeciv_proxy_request_duration_seconds',
      help: 'From a request of a gateway to its answer',
      labelNames: ['type'],
      buckets: SECONDS_BUCKETS,
      registers,
    }),
    stageSeconds: new Histogram({
      name: 'freeciv_proxy_stage_duration_seconds',
      help: 'Parts of it: ready (until the seat can be asked), queue (behind other actions of the seat), act (until the game server’s verdict), state (making a state, its offers included), offers (of that, the legal actions)',
      labelNames: ['stage'],
      buckets: SECONDS_BUCKETS,
      registers,
    }),
    verdicts: new Counter({
      name: 'freeciv_proxy_verdicts_total',
      help: 'Actions by verdict: applied, no_effect, rejected by the game server, unknown, or the error code of one that was not sent',
      labelNames: ['outcome'],
      registers,
    }),
    offers: new Histogram({
      name: 'freeciv_proxy_offers',
      help: 'Legal actions found for one answer',
      buckets: [1, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000],
      registers,
    }),
    turnSeconds: new Histogram({
      name: 'freeciv_proxy_turn_duration_seconds',
      help: 'From the beginning of a turn to that of the next, in all games',
      buckets: TURN_SECONDS_BUCKETS,
      registers,
    }),
    rejections: new Counter({
      name: 'freeciv_proxy_unhandled_rejections_total',
      help: 'Rejections that nobody handled: bugs, see the log',
      registers,
    }),
    losses: new Counter({
      name: 'freeciv_proxy_game_losses_total',
      help: 'Game servers that ended before their game was over, as their agents were told',
      registers,
    }),
    recoverySeconds: new Histogram({
      name: 'freeciv_proxy_recovery_duration_seconds',
      help: 'From such a loss until the game went on',
      buckets: TURN_SECONDS_BUCKETS,
      registers,
    }),
    unrecovered: new Counter({
      name: 'freeciv_proxy_games_unrecovered_total',
      help: 'Games that could not be brought back',
      registers,
    }),
    pushes: new Counter({
      name: 'freeciv_proxy_pushes_total',
      help: 'Pushes numbered for seats, by type',
      labelNames: ['type'],
      registers,
    }),
    pushGaps: new Counter({
      name: 'freeciv_proxy_push_gaps_total',
      help: 'Gateways that came back for a seat and had missed more pushes than are kept',
      registers,
    }),
  };
}

/** The counters and histograms of a proxy. */
export type Instruments = ReturnType<typeof createInstruments>;
/** Stages of answering a request, see `freeciv_proxy_stage_duration_seconds`. */
export type Stage = 'ready' | 'queue' | 'act' | 'state' | 'offers';

/** What is measured beside the games. */
interface MeasuredParts {
  readonly storage: GameStorage | undefined;
  readonly memory: HeapRoom;
}

/** The Prometheus metrics of a proxy. */
export class ProxyMetrics {
  readonly registry = new Registry();
  readonly instruments: Instruments;
  /** What the models of agents take. */
  readonly models: ModelCounters;

  constructor(games: Games, { storage, memory }: MeasuredParts) {
    collectProcessMetrics(this.registry, 'freeciv_proxy_');
    addGameGauges(this.registry, games);
    addMemoryGauges(this.registry, memory);
    addStorageMetrics(this.registry, storage);
    this.instruments = createInstruments(this.registry);
    this.models = new ModelCounters(this.registry);
  }

  /** Observes the time until the answer is disposed as that of a stage. */
  time(stage: Stage): Disposable {
    return { [Symbol.dispose]: this.instruments.stageSeconds.startTimer({ stage }) };
  }
}
