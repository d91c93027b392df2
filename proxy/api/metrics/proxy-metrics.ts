import type { Counter, Registry } from 'prom-client';
import { MetricSet, SECONDS_BUCKETS } from '#shared/core/metric-set.js';
import { collectProcessMetrics } from '#shared/core/process.js';
import type { UsageReport } from '#shared/protocol/usage.js';
import type { Games } from '../../games/lifecycle/games.js';
import type { HeapRoom } from '../../games/lifecycle/heap-room.js';
import type { GameStorage } from '../../games/storage/game-storage.js';
import { measureGames, measureMemory, measureStorage } from './game-gauges.js';

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

interface MeasuredParts {
  readonly storage: GameStorage | undefined;
  readonly memory: HeapRoom;
}

/** The Prometheus metrics of a proxy. */
export class ProxyMetrics {
  readonly registry: Registry;
  readonly instruments: Instruments;
  readonly models: ModelCounters;

  constructor(games: Games, { storage, memory }: MeasuredParts) {
    const metrics = new MetricSet();
    this.registry = metrics.registry;
    collectProcessMetrics(this.registry, 'freeciv_proxy_');
    measureGames(metrics, games);
    measureMemory(metrics, memory);
    measureStorage(metrics, storage);
    this.instruments = createInstruments(metrics);
    this.models = new ModelCounters(metrics);
  }

  /** Observes the time until the answer is disposed as that of a stage. */
  time(stage: Stage): Disposable {
    return { [Symbol.dispose]: this.instruments.stageSeconds.startTimer({ stage }) };
  }
}

/** Providers with a label of their own; all others are `other`, as agents choose what they report. */
const KNOWN_PROVIDERS: ReadonlySet<string> = new Set([
  'openai',
  'openai-chat',
  'openai-responses',
  'anthropic',
  'gemini',
  'azure',
  'openrouter',
  'ollama',
  'vllm',
]);

/** Counts what the models of agents take, as the agents report it. */
class ModelCounters {
  readonly #turns: Counter;
  readonly #calls: Counter;
  readonly #tokens: Counter;
  readonly #seconds: Counter;
  readonly #cost: Counter;

  constructor(metrics: MetricSet) {
    const counter = (name: string, help: string, labels: readonly string[] = []): Counter =>
      metrics.counter(`freeciv_proxy_model_${name}_total`, `${help}, as agents report it`, [
        'provider',
        ...labels,
      ]);
    this.#turns = counter('turns', 'Turns of models, by how they ended', ['outcome']);
    this.#calls = counter('calls', 'Requests to models');
    this.#tokens = counter('tokens', 'Tokens of models: new input, cached input, output', ['kind']);
    this.#seconds = counter('seconds', 'Seconds spent waiting for models');
    this.#cost = counter('cost_usd', 'Cost of models in US dollars, where the price is known');
  }

  /** Counts a report; of one that replaces another about the same turn only what it has more. */
  count(report: UsageReport, before: UsageReport | undefined): void {
    const provider = KNOWN_PROVIDERS.has(report.provider) ? report.provider : 'other';
    const more = (of: (each: UsageReport) => number): number =>
      Math.max(0, of(report) - (before === undefined ? 0 : of(before)));
    if (before === undefined) this.#turns.inc({ provider, outcome: report.outcome });
    const counted = [
      [this.#calls, {}, ({ calls }: UsageReport) => calls],
      [this.#tokens, { kind: 'input' }, (each: UsageReport) => each.input_tokens],
      [this.#tokens, { kind: 'cached' }, (each: UsageReport) => each.cached_tokens],
      [this.#tokens, { kind: 'output' }, (each: UsageReport) => each.output_tokens],
      [this.#seconds, {}, (each: UsageReport) => each.duration_s],
      [this.#cost, {}, ({ cost_usd: cost }: UsageReport) => cost ?? 0],
    ] as const;
    for (const [counter, labels, of] of counted) counter.inc({ provider, ...labels }, more(of));
  }
}
