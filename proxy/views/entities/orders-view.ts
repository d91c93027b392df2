import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
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
    destination: world.map.position(destination(world, unit)),
    last: plainName(last, 'ORDER_'),
    repeat: unit.ordersRepeat,
  };
}

function destination(world: World, unit: UnitInfo): number {
  let tile = unit.tile;
  for (let step = unit.ordersIndex; step < unit.ordersLength; step += 1) {
    if (!movingOrders.has(unit.orders[step] ?? '')) continue;
    const direction = world.map.directions.find((known) => known === unit.ordersDirs[step]);
    if (direction !== undefined) tile = world.map.neighbour(tile, direction) ?? tile;
  }
  return tile;
}

const movingOrders: ReadonlySet<string> = new Set(['ORDER_MOVE', 'ORDER_ACTION_MOVE']);
