import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import type { MapGeometry } from '../../world/map-geometry.js';

type UnitInfo = PacketFields['unit_info'];

const movingOrders: ReadonlySet<string> = new Set(['ORDER_MOVE', 'ORDER_ACTION_MOVE']);

/** The tiles that the orders of a unit still lead it over, in their order; none without orders. */
export function routeOf(map: MapGeometry, unit: UnitInfo): readonly number[] {
  const route: number[] = [];
  let tile = unit.tile;
  const length = unit.hasOrders ? unit.ordersLength : 0;
  for (let step = unit.ordersIndex; step < length; step += 1) {
    if (!movingOrders.has(unit.orders[step] ?? '')) continue;
    const direction = map.directions.find((known) => known === unit.ordersDirs[step]);
    tile = (direction && map.neighbour(tile, direction)) ?? tile;
    route.push(tile);
  }
  return route;
}
