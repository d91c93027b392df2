import type { RowForm, StateQueryData } from '#shared/protocol/agent-requests.js';
import type { CityRows } from '#shared/protocol/state/city-rows.js';
import type { DeltaState } from '#shared/protocol/state/delta.js';
import type { FullState } from '#shared/protocol/state/full.js';
import type { LlmOptimizedState } from '#shared/protocol/state/llm-optimized.js';
import type { PlanView } from '#shared/protocol/state/plans.js';
import type { StandingOrdersView } from '#shared/protocol/state/standing-orders.js';
import { logRows, rowsChangedSince } from '../../views/city-rows/changed-rows.js';
import { cityRows } from '../../views/city-rows/city-row.js';
import { deltaView, isExactSince } from '../../views/delta/delta.js';
import { standingOrdersView } from '../../views/entities/unit-view.js';
import { fullView } from '../../views/full.js';
import { llmOptimizedView } from '../../views/optimized/llm-optimized.js';
import type { World } from '../../world/world.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import type { StateQuestion } from './state-question.js';

/** Standing orders and plans beside the entities of a state. */
type OrdersAndPlans = {
  readonly [K in keyof StandingOrdersView]?: StandingOrdersView[K] | undefined;
} & { readonly plans?: readonly PlanView[] | undefined };

/** Older than any version of a world: a delta since then is the full state. */
const BEFORE_ALL = -1;
/** Units in the optimized format; events name all of them. */
const MAX_UNITS_ASKING = 5;

/** Everything the seat knows, with all standing orders and plans. */
export function fullState({ agent, seat }: StateQuestion): FullState & OrdersAndPlans {
  return { ...fullView(seat.world), ...ordersAndPlans(agent, BEFORE_ALL) };
}

/** What changed since the version that the query names, or since the last state; orders and plans only after changes. */
export function deltaState({ agent, seat, query }: StateQuestion): DeltaState & OrdersAndPlans {
  const { world } = seat;
  const since = sinceVersion(world, query) ?? agent.reportedVersion;
  // What the reader applies the delta to; where the answer is a whole state it holds nothing.
  const held = isExactSince(world, since) ? since : BEFORE_ALL;
  return { ...deltaView(world, since), ...ordersAndPlans(agent, held) };
}

/** What a model needs to decide; of units with orders those that need a decision, plans where there are any. */
export function optimizedState({ agent, seat }: StateQuestion): LlmOptimizedState & OrdersAndPlans {
  const view = llmOptimizedView(seat.world, seat.planList.all);
  const { units_asking: all = [], plans = [] } = ordersAndPlans(agent, BEFORE_ALL);
  const asking = all.slice(0, MAX_UNITS_ASKING);
  return {
    ...view,
    units_asking: asking.length > 0 ? asking : undefined,
    plans: plans.length > 0 ? plans : undefined,
  };
}

/** The next delta begins at this version unless its query says otherwise. */
export function markReported(agent: KeptSeat, version: number): void {
  agent.reportedVersion = version;
}

/** The standing orders and plans that a reader whose state is of version `held` does not know. */
function ordersAndPlans({ seat, shownPlans }: KeptSeat, held: number): OrdersAndPlans {
  const { world, orders, planList } = seat;
  const plans = shownPlans.changedSince(world, planList.all, held);
  return {
    ...(orders.changedAt >= held && standingOrdersView(world, orders)),
    plans,
  };
}

/** The requested version, or that at the start of the requested turn; undefined when the query names neither. */
function sinceVersion(
  world: World,
  { since_version: version, since_turn: turn }: StateQueryData,
): number | undefined {
  if (version !== undefined || turn === undefined) return version;
  return world.turn.beganAt.get(turn) ?? BEFORE_ALL;
}

/** Notes that an agent has got the rows of a form with all changes up to a version. */
export function markRowsAnswered(agent: KeptSeat, version: number, form: RowForm = 'whole'): void {
  agent.cityRows[form] = { ...agent.cityRows[form], version };
}

/** The rows of all own cities, or of those that changed since the version that the query names, else since the last answer. */
export function cityRowsState({ agent, query }: StateQuestion): CityRows {
  const { world, planList } = agent.seat;
  const { rows: form = 'whole' } = query;
  const all = cityRows(world, planList.all);
  const known = agent.cityRows[form];
  const log = logRows(known.log, all, world.version, form);
  agent.cityRows[form] = { ...known, log };
  const asked = query.since_version ?? known.version;
  const since = query.all === true || asked < 0 ? undefined : asked;
  const { cities, unchanged, gone } =
    since === undefined ? { cities: all, unchanged: 0, gone: [] } : rowsChangedSince(log, all, since);
  return {
    since,
    unchanged,
    gone: gone.length > 0 ? gone : undefined,
    cities,
  };
}
