import type { Reply } from '../../freeciv/brackets.js';
import type { Direction } from '../../world/map-geometry.js';
import type { ActionPort } from '../action.js';

/** One step of a route: a direction, and the tile it leads to. */
export interface Step {
  readonly direction: Direction;
  readonly tile: number;
}

const NO_TARGET = -1;

/** Sends a unit along a route. The server goes on with it over the next turns as moves allow. */
export function sendRoute(
  port: ActionPort<'unit_orders'>,
  unitId: number,
  from: number,
  steps: readonly Step[],
): Promise<Reply> {
  return port.request('unit_orders', {
    unitId,
    srcTile: from,
    length: steps.length,
    repeat: false,
    vigilant: false,
    orders: steps.map(() => 'ORDER_MOVE' as const),
    dir: steps.map(({ direction }) => direction),
    activity: steps.map(() => 'ACTIVITY_IDLE' as const),
    subTarget: steps.map(() => NO_TARGET),
    action: steps.map(() => 'ACTION_NONE' as const),
    destTile: steps.at(-1)?.tile ?? from,
  });
}
