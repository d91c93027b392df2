import type { Failure } from '#shared/core/failure.js';
import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { StateFormat } from '#shared/protocol/state/state-answer.js';
import type { World } from '../../world/world.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import { deltaState, fullState, markReported } from './entity-states.js';
import type { StateQuestion } from './state-question.js';

/** Fields that depend on when a state is requested, so that no delta has them. */
type MomentField = 'waiting_for' | 'scenario' | 'sealed';

/** How states of one format are made. */
export interface StateFormatRow {
  /** Why there is nothing to show. */
  refuse?(world: World, query: StateQueryData): Failure | undefined;
  /** The state as an object, without its offers and the fields of the moment. */
  view(question: StateQuestion): object | Promise<object>;
  /** The same in lines of text; without it the format has no such form. */
  text?(question: StateQuestion): object | Promise<object>;
  /** Bytes of an answer with offers where the query sets no limit; without it all offers are shown. */
  maxAnswerBytes?(turn: number): number;
  /** True where `sections` names actions, which the view picks itself. */
  readonly sectionsAreActions?: boolean;
  readonly moment: readonly MomentField[];
  /** Notes that the agent has got the state of a version; `isWhole`: no section and no city was left out. */
  answered?(agent: KeptSeat, version: number, isWhole: boolean, query: StateQueryData): void;
}

/** A row for each format: one that is added is a schema in `stateAnswerSchema`, a renderer and a row. */
export type StateFormats = { readonly [F in StateFormat]: StateFormatRow };

/** The formats that tell what is the case; those that judge it, or show a part of it in a form of its own, are features. */
export const entityFormats: Pick<StateFormats, 'full' | 'delta'> = {
  full: { view: fullState, moment: ['waiting_for', 'scenario', 'sealed'], answered: markReported },
  delta: { view: deltaState, moment: [], answered: markReported },
};
