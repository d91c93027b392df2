import type { Counter } from 'prom-client';
import type { MetricSet } from '#shared/core/metric-set.js';
import type { UsageReport } from '#shared/protocol/usage.js';

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
export class ModelCounters {
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
