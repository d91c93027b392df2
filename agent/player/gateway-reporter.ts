import type { JsonObject } from '#shared/core/json.js';
import { AgentError, type AgentSeat } from '../client.js';
import type { ProviderName } from './models/model-provider.js';
import type { AnswerEvent, PlayListener, TurnReport } from './play-report.js';

/** What a reporter tells the gateway about. */
export interface ReporterOptions {
  readonly seat: Pick<AgentSeat, 'request' | 'transcript'>;
  readonly provider: ProviderName;
  readonly model: string;
  /** Names the conversation, unique for the game. */
  readonly conversationId: string;
  /** Who else listens. */
  readonly next: Pick<PlayListener, 'onNotice' | 'onTurnEnded'>;
}

/** Messages of one append, as the gateway takes them. */
const MAX_MESSAGES = 64;
/** Characters of the messages of one append: below the gateway's own limit. */
const MAX_CHARS = 200_000;
const MAX_REASON_CHARS = 500;
const MAX_NAME_CHARS = 128;

/**
 * Keeps with the game what the model says and takes: its conversation in the form of its provider, its usage turn by turn,
 * and its thoughts for people who watch. A gateway that refuses some of it does not end the game.
 */
export class GatewayReporter implements PlayListener {
  readonly #options: ReporterOptions;
  /** Messages of the prompt that are kept already, in the prompt of this generation. */
  #kept = 0;
  #generation = 0;
  /** Messages of the whole conversation that the gateway has, those of earlier generations included. */
  #total = 0;
  readonly #told = new Set<string>();

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  async onAnswer(event: AnswerEvent): Promise<void> {
    await Promise.all([this.#attempt(() => this.#tell(event)), this.#attempt(() => this.#keep(event))]);
  }

  async onTurnEnded(report: TurnReport): Promise<void> {
    const { seat, provider, model, next } = this.#options;
    const { turn, outcome, reason, consumption } = report;
    const { calls, usage, seconds, costUsd } = consumption;
    const data = {
      ...{ turn, outcome, provider, model: model.slice(0, MAX_NAME_CHARS), calls },
      ...(reason !== undefined && { reason: reason.slice(0, MAX_REASON_CHARS) }),
      ...{ input_tokens: usage.input, cached_tokens: usage.cached, output_tokens: usage.output },
      ...{ duration_s: seconds, cost_usd: costUsd },
    };
    await this.#attempt(() => seat.request('usage_report', data));
    await next.onTurnEnded(report);
  }

  onNotice(line: string): void {
    this.#options.next.onNotice(line);
  }

  /** For people who watch. */
  async #tell({ message: { thinking, text, calls }, usage }: AnswerEvent): Promise<void> {
    const blocks = [
      ...(thinking === '' ? [] : [{ kind: 'reasoning', text: thinking }]),
      ...(text === '' ? [] : [{ kind: 'text', text }]),
      ...calls.map(({ name, arguments: args }) => ({ kind: 'tool_call', name, arguments: args })),
    ];
    const more = { usage: { input_tokens: usage.input + usage.cached, output_tokens: usage.output } };
    await this.#options.seat.transcript(blocks, more);
  }

  /** Adds to the kept conversation what it lacks of the prompt and the answer. */
  async #keep({ history, generation, topic }: AnswerEvent): Promise<void> {
    const { seat, conversationId: conversation_id, provider: format, model } = this.#options;
    if (generation !== this.#generation) this.#kept = 0;
    this.#generation = generation;
    const title = `Played by ${model}`.slice(0, MAX_NAME_CHARS);
    for (const messages of inPortions(history.slice(this.#kept))) {
      const data = { conversation_id, title, format, topic, from: this.#total, messages };
      const kept = await seat.request('conversation_append', data);
      this.#total = kept.messages;
      this.#kept += messages.length;
    }
  }

  /** What the gateway refuses is told once for each reason. */
  async #attempt(report: () => Promise<unknown>): Promise<void> {
    try {
      await report();
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      if (!this.#told.has(error.code)) this.onNotice(`the gateway does not keep a report: ${error.message}`);
      this.#told.add(error.code);
    }
  }
}

/** Messages in lists that the gateway takes in one request. */
function inPortions(messages: readonly JsonObject[]): readonly (readonly JsonObject[])[] {
  const portions: JsonObject[][] = [];
  let chars = 0;
  for (const message of messages) {
    const length = JSON.stringify(message).length;
    const last = portions.at(-1);
    const fits = last !== undefined && last.length < MAX_MESSAGES && chars + length <= MAX_CHARS;
    if (fits) last.push(message);
    else portions.push([message]);
    chars = fits ? chars + length : length;
  }
  return portions;
}
