import type { Failure } from '#shared/core/failure.js';
import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { StateFormat } from '#shared/protocol/state/state-answer.js';
import { briefText } from '#shared/texts/brief-text.js';
import { actorOptionsText } from '#shared/texts/options-text.js';
import { cityRowsText } from '../../views/city-rows/city-rows-text.js';
import type { World } from '../../world/world.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import { briefState } from './brief-answer.js';
import { digestState } from './digests.js';
import {
  cityRowsState,
  deltaState,
  fullState,
  markReported,
  markRowsAnswered,
  optimizedState,
} from './entity-states.js';
import { mapLines, mapRefusal, mapState, sceneState } from './map-answer.js';
import { optionsRefusal, optionsState } from './options-answer.js';
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

/** The optimized format: its answer grows with each turn up to a maximum. */
const FIRST_TURN_BYTES = 3900;
const BYTES_PER_TURN = 80;
const MAX_ANSWER_BYTES = 11_500;

/** A row for each format: one that is added is a schema in `stateAnswerSchema`, a renderer and a row here. */
export const stateFormats: { readonly [F in StateFormat]: StateFormatRow } = {
  full: { view: fullState, moment: ['waiting_for', 'scenario', 'sealed'], answered: markReported },
  delta: { view: deltaState, moment: [], answered: markReported },
  llm_optimized: {
    view: optimizedState,
    maxAnswerBytes: (turn) => Math.min(MAX_ANSWER_BYTES, FIRST_TURN_BYTES + BYTES_PER_TURN * turn),
    moment: ['waiting_for', 'scenario', 'sealed'],
    answered: markReported,
  },
  scene: { view: sceneState, moment: ['scenario'], answered: markReported },
  brief: {
    view: briefState,
    text: (question) => ({ brief: briefText(briefState(question)) }),
    moment: ['waiting_for'],
  },
  digest: { view: digestState, moment: ['waiting_for', 'scenario'] },
  map: {
    refuse: mapRefusal,
    view: mapState,
    text: (question) => mapLines(mapState(question)),
    moment: [],
  },
  cities: {
    view: cityRowsState,
    text: (question) => ({
      rows: cityRowsText(question.seat.world, cityRowsState(question), question.query.rows),
    }),
    moment: [],
    answered: (agent, version, isWhole, { rows }) => {
      if (isWhole) markRowsAnswered(agent, version, rows);
    },
  },
  options: {
    refuse: optionsRefusal,
    view: optionsState,
    text: async (question) => ({ options: actorOptionsText(await optionsState(question)) }),
    sectionsAreActions: true,
    moment: [],
  },
};
