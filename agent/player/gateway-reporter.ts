import type { JsonObject } from '#shared/core/json.js';
import { AgentError, type AgentSeat, BadValue, MessageTooLarge } from '../client.js';
import type { ModelMessage } from './models/messages.js';
import type { ModelProvider } from './models/model-provider.js';
import type { OperatorChannel } from './operator-channel.js';
import type { AnswerEvent, PlayListener, TurnReport } from './play-report.js';

/** What a reporter tells the gateway about. */
export interface ReporterOptions {
  readonly seat: Pick<AgentSeat, 'request' | 'transcript'>;
  readonly provider: Pick<ModelProvider, 'name' | 'model' | 'native'>;
  /** Its key is left out of all that is kept. */
  readonly channel: OperatorChannel;
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
  /** Messages that the gateway has of the conversation; unknown before the first append of this player. */
  #total: number | undefined;
  /** Goes up when a conversation is full. */
  #part = 1;
  readonly #told = new Set<string>();

  constructor(options: ReporterOptions) {
    this.#options = options;
  }

  async onAnswer(event: AnswerEvent): Promise<void> {
    await Promise.all([this.#attempt(() => this.#tell(event)), this.#attempt(() => this.#keep(event))]);
  }

  async onTurnEnded(report: TurnReport): Promise<void> {
    const { seat, provider, next } = this.#options;
    const { turn, outcome, reason, consumption } = report;
    const { calls, usage, seconds, costUsd } = consumption;
    const data = {
      turn,
      outcome,
      provider: provider.name,
      model: provider.model.slice(0, MAX_NAME_CHARS),
      calls,
      reason: reason?.slice(0, MAX_REASON_CHARS),
      input_tokens: usage.input,
      cached_tokens: usage.cached,
      output_tokens: usage.output,
      duration_s: seconds,
      cost_usd: costUsd,
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
    const { seat, channel } = this.#options;
    await seat.transcript(
      blocks.map((block) => channel.objectWithoutKey(block)),
      more,
    );
  }

  /** Adds to the kept conversation what it lacks of the prompt and the answer. */
  async #keep({ history, generation, topic }: AnswerEvent): Promise<void> {
    if (generation !== this.#generation) this.#kept = 0;
    this.#generation = generation;
    const fresh = history.slice(this.#kept);
    this.#kept = history.length;
    // What came before a person spoke is of the game.
    const asked = topic === 'game' ? fresh.length : fresh.findIndex(isOfPerson);
    await this.#append(fresh.slice(0, Math.max(0, asked)), 'game');
    await this.#append(fresh.slice(Math.max(0, asked)), 'chat');
  }

  async #append(messages: readonly ModelMessage[], topic: AnswerEvent['topic']): Promise<void> {
    const { provider, channel } = this.#options;
    const shown = provider.native(messages).map((message) => channel.objectWithoutKey(message));
    for (const portion of inPortions(shown)) {
      try {
        await this.#appendPortion(portion, topic);
      } catch (error) {
        // E106: the conversation is full, and another goes on. E105: some of it was lost with a later save of the game.
        if (error instanceof MessageTooLarge) this.#part += 1;
        else if (!(error instanceof BadValue)) throw error;
        this.#total = undefined;
        await this.#appendPortion(portion, topic);
      }
    }
  }

  /** The conversation goes on where an earlier player of the seat has left it. */
  async #appendPortion(messages: readonly JsonObject[], topic: AnswerEvent['topic']): Promise<void> {
    const { seat, provider } = this.#options;
    const data = {
      ...{ conversation_id: `play-${provider.name}-${this.#part}`, format: provider.name, topic, messages },
      title: `Played by ${provider.model}`.slice(0, MAX_NAME_CHARS),
      from: this.#total,
    };
    this.#total = (await seat.request('conversation_append', data)).messages;
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

function isOfPerson(message: ModelMessage): boolean {
  return message.role === 'user' && message.isChat === true;
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
