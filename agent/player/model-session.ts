import type { Clock } from '#shared/core/clock.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import { Conversation } from './conversation.js';
import type { Meter } from './meter.js';
import type { ModelCaller } from './model-caller.js';
import type { ModelMessage } from './models/messages.js';
import type { ModelFault } from './models/model-fault.js';
import type { ModelReply } from './models/model-provider.js';
import type { OperatorChannel } from './operator-channel.js';
import type { PlayListener } from './play-report.js';
import { GO_ON, SUMMARY_REQUEST } from './system-prompt.js';

/** What a session with a model is made of. */
export interface SessionParts {
  readonly clock: Clock;
  readonly caller: ModelCaller;
  readonly system: string;
  /** By which people speak to the model; the system prompt has its rule. */
  readonly channel: OperatorChannel;
  readonly tools: readonly JsonObject[];
  readonly maxOutputTokens: number;
  /** A conversation of more tokens is replaced by a summary before the next turn. */
  readonly maxContextTokens: number;
  readonly turnMeter: Meter;
  readonly gameMeter: Meter;
  readonly listener: PlayListener;
}

/** Of one question to the model. */
export interface QuestionOptions {
  /** The JSON Schema that the answer must fulfil. */
  readonly schema?: JsonObject | undefined;
  /** game: in play, without it; chat: to a person. */
  readonly topic?: 'game' | 'chat';
  /** Called with each piece of the answer's text. */
  onText?(text: string): void;
}

/** One conversation with a model: what is said, what it costs, and its summary when it becomes too long. */
export class ModelSession {
  readonly conversation = new Conversation();
  readonly #parts: SessionParts;
  readonly #steps = new SerialQueue();
  #contextTokens = 0;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** By which people speak to the model. */
  get channel(): OperatorChannel {
    return this.#parts.channel;
  }

  /** The limit of the turn or of the game that is reached, in words; undefined when none is. */
  get limitReached(): string | undefined {
    return this.#parts.turnMeter.reached ?? this.#parts.gameMeter.reached;
  }

  /** Runs one step after the other: a question and what belongs to its answer are never mixed with another. */
  step<T>(work: () => Promise<T>): Promise<T> {
    return this.#steps.run(work);
  }

  /**
   * Asks the model for its next message, which the conversation then has. A prompt that has become too long is cut down to a
   * summary and this turn, once.
   */
  async ask(signal: AbortSignal, options: QuestionOptions = {}): Promise<Result<ModelReply, ModelFault>> {
    const first = await this.#askOnce(signal, options);
    if (first.ok || first.failure.kind !== 'overflow') return first;
    this.#parts.listener.onNotice('the conversation is too long for the model; its older part is cut off');
    this.conversation.replaceOlderBy(this.conversation.plainSummary());
    return this.#askOnce(signal, options);
  }

  /**
   * Replaces a conversation that has become long by the model's own summary: rarely, and then all of it, so that the cache of
   * the provider holds in between. Answers the summary; undefined when none was needed.
   */
  async summarizeIfLong(signal: AbortSignal): Promise<string | undefined> {
    if (this.#contextTokens <= this.#parts.maxContextTokens) return undefined;
    const { conversation } = this;
    conversation.tell(SUMMARY_REQUEST);
    const answer = await this.#askOnce(signal, {});
    const written = answer.ok ? answer.value.message.text : '';
    const summary = this.channel.withoutKey(written === '' ? conversation.plainSummary() : written);
    conversation.replaceBy(summary);
    this.#contextTokens = 0;
    return summary;
  }

  async #askOnce(
    signal: AbortSignal,
    { schema, topic = 'game', onText }: QuestionOptions,
  ): Promise<Result<ModelReply, ModelFault>> {
    const { clock, caller, system, tools, maxOutputTokens, listener } = this.#parts;
    const { conversation } = this;
    // A talk with a person may have come in between; the model waits for the player's words then.
    if (conversation.messages.at(-1)?.role === 'assistant') conversation.tell(GO_ON);
    const messages = conversation.messages.map((message) => this.#asTold(message));
    const began = clock.monotonic();
    const answer = await caller.ask({ system, tools, messages, maxOutputTokens, schema }, signal, (event) => {
      if (event.kind === 'text') onText?.(event.text);
    });
    this.#count((clock.monotonic() - began) / 1000, answer);
    if (!answer.ok) return answer;
    const { message, stop, usage } = answer.value;
    if (stop === 'overflow') return fail({ kind: 'overflow', message: 'the context of the model is full' });
    this.#contextTokens = usage.input + usage.cached + usage.output;
    conversation.add(message);
    const { generation } = conversation;
    const history = [...conversation.messages];
    await listener.onAnswer({ message, usage, history, generation, topic });
    return ok(answer.value);
  }

  /** A message as the model gets it. */
  #asTold(message: ModelMessage): ModelMessage {
    const isOfPerson = message.role === 'user' && message.isChat === true;
    return isOfPerson ? { ...message, text: this.channel.message(message.text) } : message;
  }

  #count(seconds: number, answer: Result<ModelReply, ModelFault>): void {
    const usage = answer.ok ? answer.value.usage : undefined;
    for (const meter of [this.#parts.turnMeter, this.#parts.gameMeter]) meter.count(seconds, usage);
  }
}
