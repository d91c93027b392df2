import type { UnitOrders } from '#shared/protocol/state/unit.js';
import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { routeOf } from '../../rules/movement/route.js';
import type { World } from '../../world/world.js';
import { plainName } from './rule-names.js';

type UnitInfo = PacketFields['unit_info'];

/** Null for a unit without orders. */
export function ordersView(world: World, unit: UnitInfo): UnitOrders | null {
  const last = unit.orders[unit.ordersLength - 1];
  if (!unit.hasOrders || last === undefined) return null;
  return {
    steps_left: unit.ordersLength - unit.ordersIndex,
    destination: world.map.position(routeOf(world.map, unit).at(-1) ?? unit.tile),
    last: plainName(last, 'ORDER_'),
    repeat: unit.ordersRepeat,
  };
}
