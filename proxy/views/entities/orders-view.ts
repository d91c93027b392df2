import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { routeOf } from '../../rules/route.js';
import type { Position } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';
import { plainName } from './rule-names.js';

/** The rest of a unit's route. */
export interface OrdersView {
  readonly steps_left: number;
  /** Where its moves end. */
  readonly destination: Position;
  /** What it does last: `move`, `activity`, `perform_action` ... */
  readonly last: string;
  /** Begins again when it is done. */
  readonly repeat: boolean;
}

type UnitInfo = PacketFields['unit_info'];

/** Null for a unit without orders. */
export function ordersView(world: World, unit: UnitInfo): OrdersView | null {
  const last = unit.orders[unit.ordersLength - 1];
  if (!unit.hasOrders || last === undefined) return null;
  return {
    steps_left: unit.ordersLength - unit.ordersIndex,
    destination: world.map.position(routeOf(world.map, unit).at(-1) ?? unit.tile),
    last: plainName(last, 'ORDER_'),
    repeat: unit.ordersRepeat,
  };
}
