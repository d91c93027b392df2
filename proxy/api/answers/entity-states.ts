import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { DeltaState } from '#shared/protocol/state/delta.js';
import type { FullState } from '#shared/protocol/state/full.js';
import type { PlanView } from '#shared/protocol/state/plans.js';
import type { StandingOrdersView } from '#shared/protocol/state/standing-orders.js';
import { deltaView, isExactSince } from '../../views/delta/delta.js';
import { standingOrdersView } from '../../views/entities/unit-view.js';
import { fullView } from '../../views/full.js';
import type { World } from '../../world/world.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import type { StateQuestion } from './state-question.js';

/** Standing orders and plans beside the entities of a state. */
export type OrdersAndPlans = {
  readonly [K in keyof StandingOrdersView]?: StandingOrdersView[K] | undefined;
} & { readonly plans?: readonly PlanView[] | undefined };

/** Older than any version of a world: a delta since then is the full state. */
const BEFORE_ALL = -1;

/** Everything the seat knows, with all standing orders and plans. */
export function fullState({ agent, seat }: StateQuestion): FullState & OrdersAndPlans {
  return { ...fullView(seat.world), ...ordersAndPlans(agent) };
}

/** What changed since the version that the query names, or since the last state; orders and plans only after changes. */
export function deltaState({ agent, seat, query }: StateQuestion): DeltaState & OrdersAndPlans {
  const { world } = seat;
  const since = sinceVersion(world, query) ?? agent.reportedVersion;
  // What the reader applies the delta to; where the answer is a whole state it holds nothing.
  const held = isExactSince(world, since) ? since : BEFORE_ALL;
  return { ...deltaView(world, since), ...ordersAndPlans(agent, held) };
}

/** The next delta begins at this version unless its query says otherwise. */
export function markReported(agent: KeptSeat, version: number): void {
  agent.reportedVersion = version;
}

/** The standing orders and plans that a reader whose state is of version `held` does not know; all of them by default. */
export function ordersAndPlans({ seat, shownPlans }: KeptSeat, held = BEFORE_ALL): OrdersAndPlans {
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
