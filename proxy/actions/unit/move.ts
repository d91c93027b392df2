import { z } from 'zod';
import { ok } from '#shared/result.js';
import { findPath } from '../../rules/path.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { defineAction, invalid } from '../action.js';
import { actorFields, ownUnit, tileOf, tileTarget } from '../targets.js';
import { sendRoute } from './orders.js';

export const unitMove = defineAction({
  name: 'unit_move',
  doc: 'Move a unit to a tile; a tile further away is gone to over as many turns as it takes.',
  schema: z.looseObject({ ...actorFields, target: tileTarget }),
  sends: ['unit_orders'],
  plan(port, fields) {
    const { world } = port;
    const unit = ownUnit(port, fields.actor_id);
    if (!unit.ok) return unit;
    const goal = tileOf(port, fields.target);
    if (!goal.ok) return goal;
    if (goal.value === unit.value.tile) return invalid('The unit stands there already', 'data.target');
    const path = findPath(world, unit.value, goal.value);
    if (path === undefined) {
      return invalid('There is no way there that this unit can go and you know of', 'data.target');
    }
    return ok({
      send: async () => [await sendRoute(port, unit.value.id, unit.value.tile, path.steps)],
      effect: (_before, after) => moveEffect(unit.value, after, goal.value, path.turns),
    });
  },
});

function moveEffect(
  before: Unit,
  world: World,
  goal: number,
  turns: number,
): Record<string, unknown> | undefined {
  const unit = world.units.get(before.id);
  if (unit === undefined) return { unit_moved: true, unit_lost: true };
  const moved = unit.tile !== before.tile;
  const underWay = unit.detail?.hasOrders === true;
  if (!moved && !underWay) return undefined;
  return {
    unit_moved: moved,
    new_position: world.map.position(unit.tile),
    arrived: unit.tile === goal,
    ...(unit.tile === goal
      ? {}
      : { under_way_to: world.map.position(goal), turns_left: underWay ? turns : 0 }),
  };
}
