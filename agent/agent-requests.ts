import type { NotesData } from '#shared/protocol/agent-requests.js';
import type { ActionResult, BatchEntry, BatchResult } from '#shared/protocol/state/action-result.js';
import type { RuleEntry } from '#shared/protocol/state/answers.js';
import type { TurnsEnded } from '#shared/protocol/state/brief.js';
import type { AnswerByRequest } from '#shared/protocol/state/messages.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { StateOf, StateQuery } from '#shared/protocol/state/state-answer.js';

/** Fields of a request or an action, under their names in the protocol. */
export type Fields = Readonly<Record<string, unknown>>;

/** Of each request. */
export interface RequestOptions {
  /** Ends the wait for the answer: the promise rejects with the signal's reason. The request may be carried out all the same. */
  readonly signal?: AbortSignal | undefined;
}

/** What an agent can do now, the most useful first, in a state of this version. */
export interface Offers {
  readonly turn: number;
  readonly version: number;
  readonly offers: readonly Offer[];
}

/** A turn that was played in one request. */
export interface PlayedTurn<S> {
  /** What became of each action. */
  readonly verdicts: readonly BatchEntry[];
  /** Why the wait for the next turn is over; undefined where the turn was not ended. */
  readonly ended: TurnsEnded | undefined;
  /** The state then; undefined where there is none, as after the end of the game. */
  readonly state: S | undefined;
}

/** Additional fields of a transcript. */
export interface TranscriptMore {
  readonly model?: string;
  /** The provider's own `usage`, of these blocks alone. */
  readonly usage?: Fields;
  /** The turn they are about; by default the one under way. */
  readonly turn?: number;
}

/** The requests of an agent by name. Each rejects with the AgentError of its code when it is refused. */
export abstract class NamedRequests {
  /** Sends a request and settles with `data` of its answer. */
  abstract request<T extends keyof AnswerByRequest>(
    type: T,
    data: object,
    options?: RequestOptions,
  ): Promise<AnswerByRequest[T]>;

  /** The state in the wanted form, `full` without a query: `data.data` of a state_update. */
  state<const Q extends StateQuery = { format: 'full' }>(
    query?: Q,
    options?: RequestOptions,
  ): Promise<StateOf<Q>>;
  async state(query: StateQuery = { format: 'full' }, options?: RequestOptions): Promise<object> {
    const { data } = await this.request('state_query', query, options);
    return data;
  }

  /** The current turn and the actions that are legal now, the most useful first. Do one with `act(offer)`. */
  async offers(options?: RequestOptions): Promise<Offers> {
    const query = { format: 'llm_optimized', include_legal_actions: true } as const;
    const { turn, version, legal_actions: offers } = await this.state(query, options);
    return { turn, version, offers };
  }

  /**
   * Does an action and answers the game server's verdict: an offer as it is, `{action_index, version}`, or a name with its
   * fields (docs/actions.md). Rejects with InvalidAction or ActionRefused, with TurnOver when its turn is over, and with
   * OutcomeUnknown when it is unknown whether it was done.
   */
  act(action: string, fields?: Fields, options?: RequestOptions): Promise<ActionResult>;
  act(action: object, options?: RequestOptions): Promise<ActionResult>;
  act(action: string | object, second?: Fields, third?: RequestOptions): Promise<ActionResult> {
    if (typeof action === 'string')
      return this.request('action', this.inTurn({ action_type: action, ...second }), third);
    return this.request('action', this.inTurn(action), second);
  }

  /** Does up to 100 actions in order and answers what became of each. */
  batch(
    actions: readonly object[],
    { stopOnError = false, ...options }: RequestOptions & { readonly stopOnError?: boolean } = {},
  ): Promise<BatchResult> {
    const data = { actions: actions.map((action) => this.inTurn(action)), stop_on_error: stopOnError };
    return this.request('action_batch', data, options);
  }

  /**
   * Does up to 99 actions in order, ends the turn and answers the state of the next, in one request. What became of the end of the
   * turn is the last of the verdicts.
   */
  playTurn<const Q extends StateQuery>(
    actions: readonly object[],
    query: Q,
    options?: RequestOptions,
  ): Promise<PlayedTurn<StateOf<Q>>>;
  async playTurn(
    actions: readonly object[],
    query: StateQuery,
    options?: RequestOptions,
  ): Promise<PlayedTurn<object>> {
    const end = { action_type: 'end_turn', state: query };
    const { results: verdicts } = await this.batch([...actions, end], options);
    const last = verdicts.at(-1);
    const { ended, state } = last !== undefined && 'result' in last ? last.result : {};
    return { verdicts, ended, state: state?.data };
  }

  /** Stops what one unit is on its way to do; without a unit all running batches and waits for turns. */
  stop(unitId?: number, options?: RequestOptions): Promise<AnswerByRequest['stop']> {
    return this.request('stop', unitId === undefined ? {} : { unit_id: unitId }, options);
  }

  /** What the rules of this game say of a unit, building, technology, government, terrain, extra or concept. */
  async rules(name: string, options?: RequestOptions): Promise<readonly RuleEntry[]> {
    return (await this.request('rules_query', { name }, options)).entries;
  }

  /** Adds and removes the agent's own notes, if wanted, and answers all there are then. */
  async notes(
    change: Partial<NotesData> = {},
    options?: RequestOptions,
  ): Promise<AnswerByRequest['notes']['notes']> {
    return (await this.request('notes', change, options)).notes;
  }

  /** Tells spectators what the model has thought and done: blocks of its provider, or `{kind, text}`. Send it before the actions. */
  transcript(
    blocks: readonly Fields[],
    more: TranscriptMore = {},
    options?: RequestOptions,
  ): Promise<AnswerByRequest['transcript']> {
    return this.request('transcript', { blocks, ...more }, options);
  }

  /** The action with the turn it is for, where that is known and not given. */
  protected inTurn(action: object): object {
    return action;
  }
}
