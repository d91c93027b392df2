import { z } from 'zod';
import { waitingForSchema } from '../agent-answers.js';
import { stateQueryDataSchema } from '../agent-requests.js';
import { scenarioStateSchema } from '../scenario.js';
import { packedBriefSchema } from './brief.js';
import { cityRowsShape } from './city-rows.js';
import type { Immutable } from './common.js';
import { type DeltaState, deltaChangesSchema, deltaResyncSchema } from './delta.js';
import { turnDigestSchema } from './digest.js';
import { type FullState, fullStateSchema } from './full.js';
import { headerShape } from './header.js';
import { type LlmOptimizedState, llmOptimizedStateSchema } from './llm-optimized.js';
import { mapWindowSchema } from './map-window.js';
import { type ChoiceSchema, type NumberedOffer, type Offer, offersShape, type StateOffers } from './offer.js';
import { actorOptionsSchema } from './options.js';
import { plansShape } from './plans.js';
import { standingOrdersShape } from './standing-orders.js';

const standingOrders = z.strictObject({ ...standingOrdersShape, ...plansShape }).exactPartial().shape;

const secondsLeft = z
  .int()
  .nullable()
  .describe(
    'Seconds until the turn ends by itself, when the state was made; null when it waits for its players',
  );

const waitingFor = z
  .array(waitingForSchema)
  .optional()
  .describe('The players that the turn waits for; only once this seat has ended its turn');

const scenario = scenarioStateSchema
  .optional()
  .describe('The task of the game and how it stands; only in a game of a scenario');

const sealed = z.literal(true).optional().describe('Only in a game that is sealed until it ends');

/** Sections of the full state that `sections` or `max_tokens` may leave out. */
const fullSections = {
  victory_conditions: true,
  map: true,
  units: true,
  cities: true,
  visible_tiles: true,
  players: true,
  technologies: true,
  research: true,
  treasury: true,
  outlook: true,
  treaties: true,
  messages: true,
} as const;

const fullAnswerSchema = z.strictObject({
  ...fullStateSchema.exactPartial(fullSections).shape,
  seconds_left: secondsLeft,
  ...standingOrders,
  scenario,
  sealed,
  waiting_for: waitingFor,
  ...offersShape,
});

const deltaAnswerShape = { seconds_left: secondsLeft, ...standingOrders, ...offersShape };

const deltaAnswerSchema = z.union([
  z.strictObject({
    ...deltaChangesSchema.exactPartial({ removed: true, victory_conditions: true }).shape,
    ...deltaAnswerShape,
  }),
  z.strictObject({ ...deltaResyncSchema.exactPartial(fullSections).shape, ...deltaAnswerShape }),
]);

const llmOptimizedAnswerSchema = z.strictObject({
  ...llmOptimizedStateSchema.exactPartial({
    strategic_summary: true,
    immediate_priorities: true,
    threats: true,
    opportunities: true,
    research_options: true,
    units_needing_orders: true,
    units_busy: true,
    own_cities: true,
    recent_events: true,
  }).shape,
  seconds_left: secondsLeft,
  units_asking: standingOrders.units_asking,
  plans: standingOrders.plans,
  scenario,
  sealed,
  waiting_for: waitingFor,
  ...offersShape,
});

/** The first fields of a state in most formats. */
const opening = {
  version: headerShape.version,
  turn: headerShape.turn.optional(),
  seconds_left: secondsLeft,
};

const sceneAnswerSchema = z.strictObject({
  ...opening,
  scene: z
    .string()
    .describe(
      'The position in sentences, then a map in letters with its legend; paragraphs are divided by empty lines',
    ),
  scenario,
  ...offersShape,
});

/** Answers that are lines of text, by format. */
const textAnswers = {
  brief: z.strictObject({
    ...opening,
    brief: z.string().describe('Only with as: "text": the brief as lines of text'),
    waiting_for: waitingFor,
    ...offersShape,
  }),
  map: z.strictObject({
    ...opening,
    map: z.string().describe('Only with as: "text": the window as lines of text'),
    ...offersShape,
  }),
  cities: z.strictObject({
    ...opening,
    rows: z.string().describe('Only with as: "text": a line for each city, which begins with its id'),
    waiting_for: waitingFor,
    ...offersShape,
  }),
  options: z.strictObject({
    ...opening,
    options: z.string().describe('Only with as: "text": the options as lines of text'),
    ...offersShape,
  }),
};

const briefAnswerSchema = z.union([
  z.strictObject({
    ...packedBriefSchema.shape,
    seconds_left: secondsLeft,
    waiting_for: waitingFor,
    ...offersShape,
  }),
  textAnswers.brief,
]);

const digestAnswerSchema = z.strictObject({
  version: headerShape.version,
  ...turnDigestSchema.exactPartial({ happened: true, dangers: true, needs_decision: true, scores: true })
    .shape,
  seconds_left: secondsLeft,
  scenario,
  waiting_for: waitingFor,
  ...offersShape,
});

const mapWindowAnswerSchema = z.union([
  z.strictObject({
    ...opening,
    ...mapWindowSchema.exactPartial({ rows: true, legend: true, resources: true, cities: true, units: true })
      .shape,
    ...offersShape,
  }),
  textAnswers.map,
]);

const cityRowsAnswerSchema = z.union([
  z.strictObject({
    ...opening,
    ...z.strictObject(cityRowsShape).exactPartial({ gone: true, cities: true }).shape,
    waiting_for: waitingFor,
    ...offersShape,
  }),
  textAnswers.cities,
]);

const optionsAnswerSchema = z.union([
  z.strictObject({
    ...opening,
    ...actorOptionsSchema.shape,
    ...offersShape,
  }),
  textAnswers.options,
]);

const tokensSchema = z.strictObject({
  total: z.int().describe('Tokens of the whole state'),
  sections: z.record(z.string(), z.int()).describe('Tokens of each section'),
});

/** A format that a query can ask for. */
type AskedFormat = z.output<typeof stateQueryDataSchema>['format'];

const answerType = z.literal('state_response').describe('Always state_response');

const budgetShape = {
  tokens: tokensSchema
    .optional()
    .describe('Only with max_tokens: what the state takes, counted with the o200k vocabulary'),
  omitted: z
    .record(z.string(), z.int())
    .optional()
    .describe('Only with max_tokens: how many entries of each section did not fit; of lists always the last'),
};

function answerOf<F extends AskedFormat, S extends z.ZodType>(format: F, state: S) {
  return z.strictObject({
    type: answerType,
    format: z.literal(format).describe('The format that was asked for'),
    data: state.describe(
      'The state. Lists and objects that `sections` does not name, or that do not fit max_tokens, are absent',
    ),
    ...budgetShape,
  });
}

/** A state within the answer to another request: `data` of a state_update of any format. */
export const enclosedStateSchema = z.strictObject({
  type: answerType,
  format: stateQueryDataSchema.shape.format.unwrap().describe('The format that was asked for'),
  data: z
    .record(z.string(), z.unknown().describe('A field of the state'))
    .describe('The state, as a state_update of that format has it'),
  ...budgetShape,
});

/** `data` of a state_update. */
export const stateAnswerSchema = z.discriminatedUnion('format', [
  answerOf('full', fullAnswerSchema),
  answerOf('delta', deltaAnswerSchema),
  answerOf('llm_optimized', llmOptimizedAnswerSchema),
  answerOf('scene', sceneAnswerSchema),
  answerOf('brief', briefAnswerSchema),
  answerOf('digest', digestAnswerSchema),
  answerOf('map', mapWindowAnswerSchema),
  answerOf('cities', cityRowsAnswerSchema),
  answerOf('options', optionsAnswerSchema),
]);

/** `data` of a state_update: the state in one of its formats. */
export type StateAnswer = Immutable<z.infer<typeof stateAnswerSchema>>;
/** The formats of states. */
export type StateFormat = StateAnswer['format'];
/** The state in each format, as `data` of a StateAnswer has it: sections that were left out are absent. */
export type StateByFormat = {
  readonly [F in StateFormat]: Extract<StateAnswer, { readonly format: F }>['data'];
};

/** `data` of a state_query. Without a `format` the answer is llm_optimized. */
export type StateQuery = Immutable<z.input<typeof stateQueryDataSchema>>;

/** The state that answers a query: by its `format` and `as`, with all sections unless it has `sections` or `max_tokens`. */
export type StateOf<Q extends StateQuery> = keyof Q & ('sections' | 'max_tokens') extends never
  ? WithoutOffers<InForm<StateByFormat[FormatOf<Q>], Q> & SectionsOf<FormatOf<Q>>> & OffersOf<Q>
  : WithoutOffers<InForm<StateByFormat[FormatOf<Q>], Q>> & Partial<OffersOf<Q>>;

/** Objects unless the query asks for text. */
type InForm<S, Q> = 'as' extends keyof Q ? OfForm<S, Q['as']> : OfForm<S, 'json'>;

type OfForm<S, A> = A extends 'text' ? Extract<S, TextForm> : Exclude<S, TextForm>;

/** Answers that are lines of text. */
type TextForm = Immutable<z.infer<(typeof textAnswers)[keyof typeof textAnswers]>>;

/** The formats whose types say which sections they have. */
interface SectionsByFormat {
  readonly full: FullState;
  readonly delta: DeltaState;
  readonly llm_optimized: LlmOptimizedState;
}

type SectionsOf<F> = F extends keyof SectionsByFormat ? SectionsByFormat[F] : unknown;

type FormatOf<Q> = Q extends { readonly format: infer F extends StateFormat } ? F : 'llm_optimized';

type WithoutOffers<S> = S extends unknown ? Omit<S, 'legal_actions'> : never;

type OffersOf<Q> = Q extends { readonly legal_actions: infer L extends keyof OffersByForm }
  ? OffersByForm[L]
  : Q extends { readonly include_legal_actions: true }
    ? OffersByForm['list']
    : Pick<StateOffers, 'legal_actions'>;

interface OffersByForm {
  readonly none: unknown;
  readonly list: { readonly legal_actions: readonly Offer[] };
  readonly numbered: { readonly legal_actions: readonly NumberedOffer[] };
  readonly schema: { readonly legal_actions: ChoiceSchema };
}
