import type { Failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { WaitingFor } from '#shared/protocol/agent-answers.js';
import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { ScenarioState } from '#shared/protocol/scenario.js';
import type { DeltaState } from '#shared/protocol/state/delta.js';
import type { TurnDigest } from '#shared/protocol/state/digest.js';
import type { FullState } from '#shared/protocol/state/full.js';
import type { LlmOptimizedState } from '#shared/protocol/state/llm-optimized.js';
import type { PlanView } from '#shared/protocol/state/plans.js';
import type { StandingOrdersView } from '#shared/protocol/state/standing-orders.js';
import type { StateAnswer, StateByFormat, StateFormat } from '#shared/protocol/state/state-answer.js';
import { waitingFor } from '../../games/seats/public-players.js';
import type { Seat } from '../../games/seats/seat.js';
import type { PendingPlayer } from '../../games/seats/seat-events.js';
import { deltaView, isExactSince } from '../../views/delta/delta.js';
import { secondsLeft } from '../../views/entities/header.js';
import { standingOrdersView } from '../../views/entities/unit-view.js';
import { fullView } from '../../views/full.js';
import { llmOptimizedView } from '../../views/optimized/llm-optimized.js';
import { type CountTokens, packState, tokenCounter } from '../../views/packing/pack-state.js';
import { pickSections, type SectionedState } from '../../views/packing/sections.js';
import { fittingScene, sceneText } from '../../views/scene/scene.js';
import type { World } from '../../world/world.js';
import type { ProxyMetrics } from '../metrics/proxy-metrics.js';
import { type BriefAnswer, briefAnswer } from './brief-answer.js';
import { type CityRowsAnswer, cityRowsAnswer, markRowsAnswered } from './city-rows-answer.js';
import { digestAnswer } from './digests.js';
import { type MapState, mapAnswer, mapRefusal } from './map-answer.js';
import { offersAnswer } from './offers-answer.js';
import { optionsAnswer, optionsRefusal } from './options-answer.js';

/** Older than any version of a world: a delta since then is the full state. */
const BEFORE_ALL = -1;

/** A StateAnswer whose state is cut into sections: any of them may have been left out. */
export type SectionedAnswer = Pick<StateAnswer, 'type' | 'format' | 'tokens' | 'omitted'> & {
  readonly data: SectionedState;
};

/**
 * The data of a state_update (STATE_UPDATE of the specification). `awaited`: the players that the turn waits for. E105 for
 * an unknown section or a place off the map, E130 for an actor that is not known.
 */
export async function stateAnswer(
  seat: Seat,
  query: StateQueryData,
  metrics: ProxyMetrics,
  awaited: readonly PendingPlayer[],
): Promise<Result<SectionedAnswer>> {
  const refusal = refusalOf(seat.world, query);
  if (refusal !== undefined) return fail(refusal);
  const count = query.max_tokens === undefined ? undefined : await tokenCounter();
  const { version, whole: state } = await consistentState(seat, query, metrics, count);
  const whole = { ...state, ...waitingSection(seat, query, awaited), ...scenarioSection(seat, query) };
  // A text has its sections already, and those of options are actions.
  const { sections } = isText(query) || query.format === 'options' ? {} : query;
  const picked = sections === undefined ? ok(whole) : pickSections(whole, sections);
  if (!picked.ok) return picked;
  const packed =
    query.max_tokens === undefined || count === undefined
      ? undefined
      : packState(picked.value, query.max_tokens, count);
  // Only these have entities that a delta could go on from.
  if (hasEntities(query.format) || query.format === 'scene') seat.reportedVersion = version;
  const isWhole = sections === undefined && packed?.omitted.cities === undefined;
  if (query.format === 'cities' && isWhole) markRowsAnswered(seat, version);
  return ok({
    type: 'state_response',
    format: query.format,
    data: packed?.state ?? picked.value,
    ...(packed === undefined ? {} : { tokens: packed.tokens, omitted: packed.omitted }),
  });
}

function refusalOf(world: World, query: StateQueryData): Failure | undefined {
  if (query.format === 'map') return mapRefusal(world, query);
  return query.format === 'options' ? optionsRefusal(world, query) : undefined;
}

/** Formats that are also given as lines of text. */
const TEXT_FORMATS: ReadonlySet<StateFormat> = new Set(['brief', 'map', 'cities', 'options']);

/** Whether a query asks for lines of text in place of an object. */
function isText({ format, as }: StateQueryData): boolean {
  return as === 'text' && TEXT_FORMATS.has(format);
}

/** How often a state is made again because it changed while the server was asked for legal actions. */
const MAX_TRIES = 3;

interface WholeState {
  /** Of the state. */
  readonly version: number;
  readonly whole: Readonly<Record<string, unknown>>;
}

/** A state and its offers of the same version: numbered offers are valid for that version, and the next delta starts there. */
async function consistentState(
  seat: Seat,
  query: StateQueryData,
  metrics: ProxyMetrics,
  count: CountTokens | undefined,
  tries = MAX_TRIES,
): Promise<WholeState> {
  const { version } = seat.world;
  const state = withTime(seat.world, {
    ...(query.format === 'options'
      ? await optionsAnswer(seat, query, metrics)
      : stateView(seat, query, query.format, count)),
    ...ordersSections(seat, query),
    ...plansSection(seat, query),
  });
  const { found, shown } = await offersAnswer(seat, query, state, metrics);
  if (seat.world.version !== version && tries > 1)
    return consistentState(seat, query, metrics, count, tries - 1);
  if (found !== undefined) metrics.instruments.offers.observe(found);
  return { version, whole: { ...state, ...shown } };
}

/** Adds version, turn and the seconds left, the only field that depends on when the state is requested. */
function withTime(world: World, state: object): object {
  const { version, game } = world;
  return { version, turn: game?.turn, seconds_left: secondsLeft(world), ...state };
}

/** A state as its view makes it, before it gets its offers and the fields of the moment. */
type StateView =
  | FullState
  | DeltaState
  | LlmOptimizedState
  | Pick<StateByFormat['scene'], 'scene'>
  | BriefAnswer
  | TurnDigest
  | MapState
  | CityRowsAnswer;

function stateView(
  seat: Seat,
  query: StateQueryData,
  format: Exclude<StateFormat, 'options'>,
  count: CountTokens | undefined,
): StateView {
  const { world, reportedVersion } = seat;
  switch (format) {
    case 'full':
      return fullView(world);
    case 'delta':
      return deltaView(world, sinceVersion(world, query) ?? reportedVersion);
    case 'llm_optimized':
      return llmOptimizedView(world, seat.planList.all);
    case 'scene':
      return { scene: scene(world, query, count) };
    case 'brief':
      return briefAnswer(seat, query);
    case 'digest':
      return digestAnswer(seat, query);
    case 'map':
      return mapAnswer(world, query, count);
    case 'cities':
      return cityRowsAnswer(seat, query);
  }
}

/** Tokens of the answer around a scene. */
const SCENE_ENVELOPE_TOKENS = 40;
/** Share of the token budget for the scene when offers are requested, too. */
const SCENE_SHARE = 0.6;

/** A scene that leaves room in the token budget for the rest of the answer. */
function scene(world: World, query: StateQueryData, count: CountTokens | undefined): string {
  const { centre = query.center, radius, max_tokens: most } = query;
  if (count === undefined || most === undefined) return sceneText(world, { centre, radius });
  const wantsOffers = (query.legal_actions ?? (query.include_legal_actions ? 'list' : 'none')) !== 'none';
  const room = (most - SCENE_ENVELOPE_TOKENS) * (wantsOffers ? SCENE_SHARE : 1);
  return fittingScene(world, { centre, radius }, (text) => count(JSON.stringify(text)) <= room);
}

/** Whether a format lists units with their orders and plans. */
function hasEntities(format: StateFormat): boolean {
  return format === 'full' || format === 'delta' || format === 'llm_optimized';
}

/** Standing orders: all of them, only units that need a decision in the optimized format, or in a delta only after changes. */
function ordersSections(seat: Seat, query: StateQueryData): Partial<StandingOrdersView> {
  const { world, orders } = seat;
  if (!hasEntities(query.format) || orders.changedAt < heldVersion(seat, query)) return {};
  const view = standingOrdersView(world, orders);
  if (query.format !== 'llm_optimized') return view;
  const asking = view.units_asking.slice(0, MAX_UNITS_ASKING);
  return asking.length === 0 ? {} : { units_asking: asking };
}

/** Standing plans: in the optimized format where there are any, in a delta after changes. */
function plansSection(seat: Seat, query: StateQueryData): { plans?: readonly PlanView[] } {
  const { world, planList, shownPlans } = seat;
  if (!hasEntities(query.format)) return {};
  const plans = shownPlans.changedSince(world, planList.all, heldVersion(seat, query));
  return plans === undefined || (query.format === 'llm_optimized' && plans.length === 0) ? {} : { plans };
}

/** The version of the state that the reader applies a delta to; `BEFORE_ALL` where the answer is a whole state. */
function heldVersion({ world, reportedVersion }: Seat, query: StateQueryData): number {
  const since = sinceVersion(world, query) ?? reportedVersion;
  return query.format === 'delta' && isExactSince(world, since) ? since : BEFORE_ALL;
}

/** The players a seat waits for after it has ended its turn. Like the seconds left it is momentary, so no delta has it. */
function waitingSection(
  { world }: Seat,
  { format }: StateQueryData,
  awaited: readonly PendingPlayer[],
): { waiting_for?: readonly WaitingFor[] } {
  const isWaiting = awaited.length > 0 && !awaited.some(({ playerId }) => playerId === world.seat.player);
  return isWaiting &&
    (format === 'full' || format === 'llm_optimized' || format === 'brief' || format === 'digest')
    ? { waiting_for: waitingFor(awaited, world) }
    : {};
}

/** The scenario, in states that tell of the nation as a whole. Like the seconds left it is of the moment, so no delta has it. */
function scenarioSection({ scenarioState }: Seat, { format }: StateQueryData): { scenario?: ScenarioState } {
  const isShown =
    format === 'full' || format === 'llm_optimized' || format === 'scene' || format === 'digest';
  const scenario = isShown ? scenarioState() : undefined;
  return scenario === undefined ? {} : { scenario };
}

/** Units in the optimized format; events name all of them. */
const MAX_UNITS_ASKING = 5;

/** The requested version, or that at the start of the requested turn; undefined when the query names neither. */
function sinceVersion(world: World, query: StateQueryData): number | undefined {
  if (query.since_version !== undefined) return query.since_version;
  if (query.since_turn === undefined) return undefined;
  return world.turn.beganAt.get(query.since_turn) ?? BEFORE_ALL;
}
