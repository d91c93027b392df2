import { ok, type Result } from '#shared/core/result.js';
import type { WaitingFor } from '#shared/protocol/agent-answers.js';
import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import { waitingFor } from '../games/seats/player-rows.js';
import type { Seat } from '../games/seats/seat.js';
import type { AwaitedPlayer } from '../games/seats/seat-events.js';
import { deltaView } from '../views/delta/delta.js';
import { secondsLeft } from '../views/entities/header.js';
import { type StandingOrdersView, standingOrdersView } from '../views/entities/standing-orders-view.js';
import { fullView } from '../views/full.js';
import { llmOptimizedView } from '../views/optimized/llm-optimized.js';
import { type CountTokens, tokenCounter } from '../views/packing/count-tokens.js';
import { packState } from '../views/packing/pack-state.js';
import { pickSections } from '../views/packing/pick-sections.js';
import { fittingScene, sceneText } from '../views/scene/scene.js';
import type { World } from '../world/world.js';
import type { ProxyMetrics } from './metrics/proxy-metrics.js';
import { offersAnswer } from './offers-answer.js';

/** Older than any version a world holds: the answer is the full state. */
const BEFORE_ALL = -1;

/** `data` of a state_update, as in the specification's STATE_UPDATE; `awaited` are those the turn waits for. E105 for a section that is none. */
export async function stateAnswer(
  seat: Seat,
  query: StateQueryData,
  metrics: ProxyMetrics,
  awaited: readonly AwaitedPlayer[],
): Promise<Result<Record<string, unknown>>> {
  const count = query.max_tokens === undefined ? undefined : await tokenCounter();
  const { version, whole: state } = await atOneVersion(seat, query, metrics, count);
  const whole = { ...state, ...waitingSection(seat, query, awaited) };
  const picked = query.sections === undefined ? ok(whole) : pickSections(whole, query.sections);
  if (!picked.ok) return picked;
  const packed =
    query.max_tokens === undefined || count === undefined
      ? undefined
      : packState(picked.value, query.max_tokens, count);
  seat.reportedVersion = version;
  return ok({
    type: 'state_response',
    format: query.format,
    data: packed?.state ?? picked.value,
    ...(packed === undefined ? {} : { tokens: packed.tokens, omitted: packed.omitted }),
  });
}

/** How often a state is made once more because it changed while the server was asked what is legal. */
const MOST_TRIES = 3;

interface WholeState {
  /** Of the state. */
  readonly version: number;
  readonly whole: Readonly<Record<string, unknown>>;
}

/** A state and its offers at the same version: numbers of offers hold at that of the state, and a delta begins there. */
async function atOneVersion(
  seat: Seat,
  query: StateQueryData,
  metrics: ProxyMetrics,
  count: CountTokens | undefined,
  tries = MOST_TRIES,
): Promise<WholeState> {
  const { version } = seat.world;
  const state = timed(seat.world, { ...stateView(seat, query, count), ...ordersSections(seat, query) });
  const { found, shown } = await offersAnswer(seat, query, state, metrics);
  if (seat.world.version !== version && tries > 1)
    return atOneVersion(seat, query, metrics, count, tries - 1);
  if (found !== undefined) metrics.count.offers.observe(found);
  return { version, whole: { ...state, ...shown } };
}

/** What it is about, then the time there is: of all that is shown only this depends on when it is asked. */
function timed(world: World, state: object): object {
  const { version, game } = world;
  return { version, turn: game?.turn, seconds_left: secondsLeft(world), ...state };
}

function stateView(
  { world, reportedVersion }: Seat,
  query: StateQueryData,
  count: CountTokens | undefined,
): object {
  switch (query.format) {
    case 'full':
      return fullView(world);
    case 'delta':
      return deltaView(world, sinceVersion(world, query) ?? reportedVersion);
    case 'llm_optimized':
      return llmOptimizedView(world);
    case 'scene':
      return { scene: scene(world, query, count) };
  }
}

/** Tokens of what stands around a scene. */
const AROUND_SCENE = 40;
/** So much of a budget is the scene's where offers are asked for too. */
const SCENE_SHARE = 0.6;

/** A scene that leaves room in the budget for what stands around it, and for offers where they are asked for. */
function scene(world: World, query: StateQueryData, count: CountTokens | undefined): string {
  const { centre, radius, max_tokens: most } = query;
  if (count === undefined || most === undefined) return sceneText(world, { centre, radius });
  const wantsOffers = (query.legal_actions ?? (query.include_legal_actions ? 'list' : 'none')) !== 'none';
  const room = (most - AROUND_SCENE) * (wantsOffers ? SCENE_SHARE : 1);
  return fittingScene(world, { centre, radius }, (text) => count(JSON.stringify(text)) <= room);
}

/** What units go on with: in short those that ask for a decision, else all; in a delta when it has changed. */
function ordersSections(seat: Seat, query: StateQueryData): Partial<StandingOrdersView> {
  const { world, orders, reportedVersion } = seat;
  const { format } = query;
  const since = format === 'delta' ? (sinceVersion(world, query) ?? reportedVersion) : BEFORE_ALL;
  if (format === 'scene' || orders.changedAt < since) return {};
  const view = standingOrdersView(world, orders);
  if (format !== 'llm_optimized') return view;
  const asking = view.units_asking.slice(0, MOST_ASKING);
  return asking.length === 0 ? {} : { units_asking: asking };
}

/** Whom the seat waits for once it has ended its turn; like the time left it is of the moment, and in no delta. */
function waitingSection(
  { world }: Seat,
  { format }: StateQueryData,
  awaited: readonly AwaitedPlayer[],
): { waiting_for?: readonly WaitingFor[] } {
  const isWaiting = awaited.length > 0 && !awaited.some(({ playerId }) => playerId === world.seat.player);
  return isWaiting && format !== 'delta' && format !== 'scene'
    ? { waiting_for: waitingFor(awaited, world) }
    : {};
}

/** In the optimized format; the events name all of them. */
const MOST_ASKING = 5;

/** The version asked for, or the one at which the turn asked for began; undefined when neither was given. */
function sinceVersion(world: World, query: StateQueryData): number | undefined {
  if (query.since_version !== undefined) return query.since_version;
  if (query.since_turn === undefined) return undefined;
  return world.turn.beganAt.get(query.since_turn) ?? BEFORE_ALL;
}
