import { timeLimit } from '#shared/core/clock.js';
import type { ChatAnswerData, ToolEvent } from '#shared/protocol/chat.js';
import type { PushByType } from '#shared/protocol/state/messages.js';
import { AgentError, type AgentSeat } from '../client.js';
import type { ModelSession } from './model-session.js';
import { addUsage, NO_USAGE, type TokenUsage } from './models/messages.js';
import type { ModelFault } from './models/model-fault.js';
import type { ModelReply } from './models/model-provider.js';
import { resultOf, type ToolRunner } from './tool-runner.js';

type Question = PushByType['operator_message'];
type Answer = Pick<ChatAnswerData, 'kind' | 'text' | 'error_code' | 'tool_event' | 'tool_events'> & {
  readonly usage?: object;
};

/** Calls of the model for one answer. */
const MAX_CALLS = 8;
/** Answers that are sent again when their message comes again. */
const MAX_KEPT_ANSWERS = 64;
/** The least time between two reports of progress to the gateway. */
const PROGRESS_MS = 1_000;
/** Of the deadline, what is left for the answer to reach the gateway. */
const MARGIN_MS = 500;
const MAX_TOOL_EVENTS = 64;
const MAX_SUMMARY_CHARS = 300;

/**
 * Lets people speak to the model, in the conversation in which it plays: an operator_message is answered between two steps
 * of a turn, or while the game passes turns. The model may act by its tools, and may not end the turn.
 */
export class OperatorChat {
  readonly #seat: Pick<AgentSeat, 'request' | 'events'>;
  readonly #session: ModelSession;
  readonly #runner: ToolRunner;
  readonly #answers = new Map<string, Answer>();

  constructor(seat: Pick<AgentSeat, 'request' | 'events'>, session: ModelSession, runner: ToolRunner) {
    this.#seat = seat;
    this.#session = session;
    this.#runner = runner;
  }

  /** Answers messages as they come, until the signal aborts. */
  async listen(signal: AbortSignal): Promise<void> {
    for await (const push of this.#seat.events({ signal }))
      if (push.type === 'operator_message') await this.#onMessage(push.data, signal);
  }

  async #onMessage(question: Question, signal: AbortSignal): Promise<void> {
    const id = question.request_id;
    const answer = this.#answers.get(id) ?? (await this.#answer(question, signal));
    this.#answers.set(id, answer);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > MAX_KEPT_ANSWERS && oldest !== undefined) this.#answers.delete(oldest);
    await this.#send(id, answer);
  }

  async #answer(question: Question, signal: AbortSignal): Promise<Answer> {
    using limit = timeLimit(signal, Math.max(0, question.deadline_s * 1000 - MARGIN_MS));
    const talk = new Talk(this.#session, this.#runner, limit.signal, (progress) =>
      this.#send(question.request_id, { kind: 'progress', ...progress }),
    );
    return this.#session.step(() => talk.answer(question.message));
  }

  /** A gateway that no longer waits does not end the game. */
  async #send(request_id: string, answer: Answer): Promise<void> {
    await this.#seat.request('chat_answer', { request_id, ...answer }).catch((error: unknown) => {
      if (!(error instanceof AgentError)) throw error;
    });
  }
}

class Talk {
  readonly #session: ModelSession;
  readonly #runner: ToolRunner;
  readonly #signal: AbortSignal;
  readonly #onProgress: (progress: Pick<Answer, 'text' | 'tool_event'>) => Promise<void>;
  readonly #events: ToolEvent[] = [];
  #usage: TokenUsage = NO_USAGE;
  #unsent = '';
  #toldAt = 0;

  constructor(
    session: ModelSession,
    runner: ToolRunner,
    signal: AbortSignal,
    onProgress: (progress: Pick<Answer, 'text' | 'tool_event'>) => Promise<void>,
  ) {
    this.#session = session;
    this.#runner = runner;
    this.#signal = signal;
    this.#onProgress = onProgress;
  }

  /** Asks the model until it answers without calling a tool. A talk that fails leaves no trace in the conversation. */
  async answer(message: string): Promise<Answer> {
    const { conversation } = this.#session;
    const asked = conversation.tellForPerson(message);
    try {
      for (let calls = 0; calls < MAX_CALLS; calls += 1) {
        const options = { topic: 'chat', onText: (text: string) => this.#onText(text) } as const;
        const reply = await this.#session.ask(this.#signal, options);
        if (!reply.ok) {
          conversation.cutAt(asked);
          return failed(reply.failure);
        }
        const answer = await this.#read(reply.value);
        if (answer !== undefined) return answer;
      }
    } catch (error) {
      conversation.closeCalls('Not done: the talk is over');
      if (!this.#signal.aborted) throw error;
      return failed({ kind: 'aborted', message: 'the time for the answer is up' });
    }
    return { kind: 'error', error_code: 'INVALID_AI_JSON', text: `no answer in ${MAX_CALLS} calls` };
  }

  /** The answer; undefined when the model has called tools first. */
  async #read({ message, usage }: ModelReply): Promise<Answer | undefined> {
    this.#usage = addUsage(this.#usage, usage);
    if (message.calls.length > 0) {
      for (const call of message.calls) await this.#carryOut(call);
      return undefined;
    }
    if (message.text === '') return { kind: 'error', error_code: 'INVALID_AI_JSON', text: 'an empty answer' };
    const { input: input_tokens, cached: cached_tokens, output: output_tokens } = this.#usage;
    return {
      kind: 'final',
      text: this.#session.channel.withoutKey(message.text),
      tool_events: this.#events.slice(0, MAX_TOOL_EVENTS),
      usage: { input_tokens, cached_tokens, output_tokens },
    };
  }

  async #carryOut(call: ModelReply['message']['calls'][number]): Promise<void> {
    const result =
      call.name === 'end_turn'
        ? resultOf(call, 'Not while your operator waits: answer first, end the turn afterwards', true)
        : (await this.#runner.run(call, this.#signal)).message;
    this.#session.conversation.add(result);
    const summary = `${JSON.stringify(call.arguments ?? {})}: ${result.text}`.slice(0, MAX_SUMMARY_CHARS);
    const event = { tool_name: call.name || 'unknown', ok: !result.isError, summary };
    this.#events.push(event);
    await this.#onProgress({ tool_event: event });
  }

  #onText(text: string): void {
    this.#unsent += text;
    const now = performance.now();
    if (this.#unsent === '' || now - this.#toldAt < PROGRESS_MS) return;
    this.#toldAt = now;
    // Progress that is lost is not missed: the answer has the whole text.
    this.#onProgress({ text: this.#unsent }).catch(() => {});
    this.#unsent = '';
  }
}

function failed({ kind, message: text }: ModelFault): Answer {
  return { kind: 'error', text, error_code: kind === 'aborted' ? 'AI_TIMEOUT' : 'INTERNAL_ERROR' };
}
