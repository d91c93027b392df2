import type { JsonObject } from '#shared/core/json.js';
import type { ModelSession } from './model-session.js';
import type { ToolCall } from './models/messages.js';
import type { ModelFault } from './models/model-fault.js';
import type { ModelReply } from './models/model-provider.js';
import { CALL_A_TOOL } from './system-prompt.js';
import { resultOf, type ToolRunner } from './tool-runner.js';

/** How the model's part of a turn ended. */
export type TurnEnd =
  /** The model ends the turn; `until` is what it wrote, unchecked. */
  | { readonly kind: 'played'; readonly until: unknown }
  | { readonly kind: 'auto_ended' | 'timed_out' | 'agent_error'; readonly reason: string };

/** How a model plays a turn whose brief it was told. */
export interface TurnPlay {
  /** Settles when the model's part of the turn has ended; an abort of the signal ends it in any case. */
  play(signal: AbortSignal): Promise<TurnEnd>;
}

/** A model that is asked once more for a tool call, and then still makes none, has stopped playing. */
const MAX_IDLE_ANSWERS = 1;
/** Calls in a row that cannot be carried out at all: the model talks nonsense. */
const MAX_INVALID_CALLS = 8;

/** Plays a turn by tools: asks the model, carries out what it calls, tells it what came of that, until it ends the turn. */
export class TurnLoop implements TurnPlay {
  readonly #session: ModelSession;
  readonly #runner: ToolRunner;
  #hasActed = false;
  #idleAnswers = 0;
  #invalidCalls = 0;

  constructor(session: ModelSession, runner: ToolRunner) {
    this.#session = session;
    this.#runner = runner;
  }

  async play(signal: AbortSignal): Promise<TurnEnd> {
    this.#hasActed = false;
    this.#idleAnswers = 0;
    this.#invalidCalls = 0;
    for (;;) {
      const limit = this.#session.limitReached;
      if (limit !== undefined) return { kind: 'auto_ended', reason: `the limit of ${limit} is reached` };
      const end = await this.#session.step(() => this.#step(signal));
      if (end !== undefined) return end;
    }
  }

  /** One question and what its answer wants; undefined when the turn goes on. */
  async #step(signal: AbortSignal): Promise<TurnEnd | undefined> {
    const answer = await this.#session.ask(signal);
    if (!answer.ok) return faultEnd(answer.failure);
    const { calls } = answer.value.message;
    if (calls.length === 0) return this.#onIdleAnswer(answer.value);
    try {
      return await this.#run(calls, signal);
    } catch (error) {
      this.#session.conversation.closeCalls('Not done: the turn is over');
      if (!signal.aborted) throw error;
      return faultEnd({ kind: 'aborted', message: String(signal.reason?.message ?? signal.reason) });
    }
  }

  #onIdleAnswer({ stop, message }: ModelReply): TurnEnd | undefined {
    if (stop === 'refusal') {
      // What it has refused once, it would refuse in every turn to come.
      const { conversation } = this.#session;
      conversation.replaceBy(conversation.plainSummary());
      return this.#stopped(`the model refuses: ${message.text}`);
    }
    this.#idleAnswers += 1;
    if (this.#idleAnswers > MAX_IDLE_ANSWERS) return this.#stopped('the model calls no tool');
    this.#session.conversation.tell(CALL_A_TOOL);
    return undefined;
  }

  /** A model that has acted before it stopped has played some of the turn; another was not there. */
  #stopped(reason: string): TurnEnd {
    return { kind: this.#hasActed ? 'auto_ended' : 'agent_error', reason };
  }

  async #run(calls: readonly ToolCall[], signal: AbortSignal): Promise<TurnEnd | undefined> {
    const { conversation } = this.#session;
    let end: TurnEnd | undefined;
    for (const call of calls) {
      if (end !== undefined) conversation.add(resultOf(call, 'Not done: the turn is ended before', true));
      else if (call.name === 'end_turn' && call.arguments !== undefined) {
        conversation.add(resultOf(call, `${await this.#actedFirst(call, signal)}The turn is ended.`));
        end = { kind: 'played', until: call.arguments.until };
      } else await this.#carryOut(call, signal);
    }
    if (end === undefined && this.#invalidCalls >= MAX_INVALID_CALLS)
      return { kind: 'agent_error', reason: `${this.#invalidCalls} calls in a row are not valid` };
    return end;
  }

  /** Does the actions and the advice of an end_turn before the turn ends. Returns their results as text; empty without any. */
  async #actedFirst(call: ToolCall, signal: AbortSignal): Promise<string> {
    const first = doneFirst(call.arguments ?? {});
    if (first === undefined) return '';
    const { message } = await this.#runner.run({ ...call, name: 'do', arguments: first }, signal);
    this.#hasActed = true;
    return `${message.text}\n`;
  }

  async #carryOut(call: ToolCall, signal: AbortSignal): Promise<void> {
    const { message, isValid } = await this.#runner.run(call, signal);
    this.#session.conversation.add(message);
    this.#invalidCalls = isValid ? 0 : this.#invalidCalls + 1;
    if (isValid) this.#hasActed = true;
  }
}

/** The arguments of `do` for the actions and the advice of an end_turn. Undefined without any: null, an empty list and false count as none. */
export function doneFirst({ actions, advised }: JsonObject): JsonObject | undefined {
  const isAdvised = advised === true || advised === 'true';
  const hasActions = Array.isArray(actions) ? actions.length > 0 : actions !== undefined && actions !== null;
  if (!isAdvised && !hasActions) return undefined;
  return { ...(hasActions && { actions }), ...(isAdvised && { advised: true }) };
}

/** What a fault of the model makes of a turn. */
export function faultEnd({ kind, message }: ModelFault): TurnEnd {
  return { kind: kind === 'aborted' ? 'timed_out' : 'agent_error', reason: message };
}
