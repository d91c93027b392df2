import type { StandingOrders } from '../../orders/standing-orders.js';
import type { TrackedOrder } from '../../orders/tracked-order.js';
import type { WakeConditions } from '../../orders/wake-on.js';
import { wakeConditions } from '../../orders/wake-on.js';
import type { Position } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';

interface StandingOrderView {
  readonly unit_id: number;
  readonly order: string;
  /** Where a goto leads. */
  readonly goal?: Position;
  /** Where it is not as usual for such an order. */
  readonly wake_on?: WakeConditions;
}

/** A unit that was woken, or whose order is over, and that has not been told anything since. */
interface AskingUnitView {
  readonly unit_id: number;
  readonly why: string;
  /** Since which turn it asks. */
  readonly turn: number;
  readonly sentence: string;
}

export interface StandingOrdersView {
  readonly standing_orders: readonly StandingOrderView[];
  readonly units_asking: readonly AskingUnitView[];
}

/** What units go on with by themselves, by id. */
export function standingOrdersView(
  world: World,
  { orders, attentionRequests: calls }: StandingOrders,
): StandingOrdersView {
  const byId = orders.toSorted((a, b) => a.unitId - b.unitId);
  return {
    standing_orders: byId.map((order) => orderView(world, order)),
    units_asking: calls.map(({ unitId, why, turn, sentence }) => ({ unit_id: unitId, why, turn, sentence })),
  };
}

function orderView(world: World, { unitId, occupation, wake }: TrackedOrder): StandingOrderView {
  const { kind, goal } = occupation;
  const isUsual =
    wake === undefined || JSON.stringify(wake) === JSON.stringify(wakeConditions(undefined, kind));
  return {
    unit_id: unitId,
    order: kind,
    ...(goal !== undefined && { goal: world.map.position(goal) }),
    ...(!isUsual && { wake_on: wake }),
  };
}
