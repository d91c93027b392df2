import type { Reply } from '../../proxy/freeciv/brackets.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import type { Direction } from '../../proxy/world/map-geometry.js';

interface Step {
  readonly direction: Direction;
  readonly tile: number;
}

/** Sends a unit along steps as plain moves, and settles when the server has gone as far as it goes this turn. */
export async function sendSteps(seat: Seat, unitId: number, steps: readonly Step[]): Promise<Reply> {
  const unit = seat.world.units.get(unitId);
  if (unit === undefined) throw new Error(`unit ${unitId} is gone`);
  return seat.request('unit_orders', {
    unitId,
    srcTile: unit.tile,
    length: steps.length,
    repeat: false,
    vigilant: false,
    orders: steps.map(() => 'ORDER_MOVE' as const),
    dir: steps.map(({ direction }) => direction),
    activity: steps.map(() => 'ACTIVITY_IDLE'),
    subTarget: steps.map(() => -1),
    action: steps.map(() => 'ACTION_NONE'),
    destTile: steps.at(-1)?.tile ?? unit.tile,
  });
}
