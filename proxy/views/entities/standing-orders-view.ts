import type { StandingOrdersView, StandingOrderView } from '#shared/protocol/state/standing-orders.js';
import type { StandingOrders } from '../../orders/standing-orders.js';
import type { TrackedOrder } from '../../orders/tracked-order.js';
import { wakeConditions } from '../../orders/wake-on.js';
import type { World } from '../../world/world.js';

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
