import { z } from 'zod';
import { isJsonObject, parseJson } from '#shared/core/json.js';
import { AgentError, type AgentSeat, type Fields } from '../client.js';
import type { ModelSession } from './model-session.js';
import { faultEnd, type TurnEnd, type TurnPlay } from './turn-loop.js';

/** What a model is offered at most: as many choices as it can compare. */
const MAX_OFFERS = 40;
const MAX_ACTIONS = 12;
/** An answer that cannot be read is asked for once more. */
const MAX_ANSWERS = 2;

type OfferSeat = Pick<AgentSeat, 'batch' | 'state'>;

/** The answer of a model that must follow a schema. */
const chosenSchema = z.object({ actions: z.array(z.record(z.string(), z.unknown())).max(MAX_ACTIONS) });

/** A turn's choices: the message to the model, the schema of its answer, and the reader of its answer. */
interface Choices {
  readonly text: string;
  readonly schema?: Fields;
  /** The actions that an answer names; undefined when it cannot be read. */
  read(answer: string): readonly Fields[] | undefined;
}

/** Plays a turn with a model that has no tools: it chooses among the legal actions, once, by their numbers or by a schema. */
export class OfferTurn implements TurnPlay {
  readonly #session: ModelSession;
  readonly #seat: OfferSeat;
  readonly #bySchema: boolean;

  constructor(session: ModelSession, seat: OfferSeat, bySchema: boolean) {
    this.#session = session;
    this.#seat = seat;
    this.#bySchema = bySchema;
  }

  async play(signal: AbortSignal): Promise<TurnEnd> {
    try {
      return await this.#session.step(() => this.#play(signal));
    } catch (error) {
      if (!signal.aborted) throw error;
      return { kind: 'timed_out', reason: String(signal.reason?.message ?? signal.reason) };
    }
  }

  async #play(signal: AbortSignal): Promise<TurnEnd> {
    const { conversation } = this.#session;
    const choices = this.#bySchema ? await this.#schema(signal) : await this.#numbers(signal);
    conversation.tell(choices.text);
    for (let answers = 0; answers < MAX_ANSWERS; answers += 1) {
      const limit = this.#session.limitReached;
      if (limit !== undefined) return { kind: 'auto_ended', reason: `the limit of ${limit} is reached` };
      const answer = await this.#session.ask(signal, { schema: choices.schema });
      if (!answer.ok) return faultEnd(answer.failure);
      const { message, stop } = answer.value;
      if (stop === 'refusal') return { kind: 'agent_error', reason: `the model refuses: ${message.text}` };
      const actions = choices.read(message.text);
      if (actions !== undefined) {
        await this.#act(actions, signal);
        return { kind: 'played', until: undefined };
      }
      conversation.tell('That is no answer to what was asked. Answer in the form that was asked for.');
    }
    return { kind: 'agent_error', reason: 'the answer of the model cannot be read' };
  }

  async #numbers(signal: AbortSignal): Promise<Choices> {
    const query = { format: 'llm_optimized', legal_actions: 'list', max_legal_actions: MAX_OFFERS } as const;
    const { legal_actions: offers = [] } = await this.#seat.state(
      { ...query, sections: ['legal_actions'] },
      { signal },
    );
    const lines = offers.map(({ label }, index) => `${index + 1}: ${label}`);
    return {
      text: `What can be done:\n${lines.join('\n')}`,
      read(answer) {
        const numbers = [...answer.matchAll(/\d+/g)].map(([digits]) => Number(digits));
        if (numbers.length === 0 || numbers.some((number) => number > offers.length)) return undefined;
        return numbers.slice(0, MAX_ACTIONS).flatMap((number) => offers[number - 1] ?? []);
      },
    };
  }

  async #schema(signal: AbortSignal): Promise<Choices> {
    const query = {
      format: 'llm_optimized',
      legal_actions: 'schema',
      max_legal_actions: MAX_OFFERS,
    } as const;
    const { legal_actions } = await this.#seat.state({ ...query, sections: ['legal_actions'] }, { signal });
    // Providers take anyOf, which says the same here.
    const choice = { anyOf: legal_actions?.oneOf ?? [] };
    const schema = {
      type: 'object',
      additionalProperties: false,
      required: ['actions'],
      properties: { actions: { type: 'array', items: choice } },
    };
    return {
      text: `Answer with at most ${MAX_ACTIONS} actions.`,
      schema,
      read(answer) {
        const value = parseJson(answer);
        return isJsonObject(value) ? chosenSchema.safeParse(value).data?.actions : undefined;
      },
    };
  }

  /** Does what was chosen, and tells the model in its next turn what came of it. */
  async #act(actions: readonly Fields[], signal: AbortSignal): Promise<void> {
    if (actions.length === 0) return;
    const told = await this.#seat.batch(actions, { signal }).then(
      ({ results }) =>
        results.map((result) => ('error' in result ? result.error.message : result.outcome)).join('; '),
      (error: unknown) => {
        if (error instanceof AgentError) return error.message;
        throw error;
      },
    );
    this.#session.conversation.remark(`What came of your choices: ${told}`);
  }
}
