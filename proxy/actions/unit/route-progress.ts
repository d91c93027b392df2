import { obstacleTo } from '../../orders/obstacle.js';
import type { Step } from '../../rules/lookup/adjacency.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';

/** How far a unit has come on a route that ended early, and what stopped it; undefined where it did not move. */
export function routeProgress(
  world: World,
  before: Unit,
  route: readonly Step[],
): Record<string, unknown> | undefined {
  const unit = world.units.get(before.id);
  if (unit === undefined) return { unit_moved: true, unit_lost: true };
  if (unit.tile === before.tile) return undefined;
  return { unit_moved: true, new_position: world.map.position(unit.tile), ...stoppedBy(world, unit, route) };
}

/** What is in the way of a unit whose route ended early. */
export function stoppedBy(world: World, unit: Unit, route: readonly Step[]): Record<string, unknown> {
  const next = route[route.findIndex(({ tile }) => tile === unit.tile) + 1];
  const obstacle = next && obstacleTo(world, unit, next.tile);
  return obstacle === undefined ? {} : { stopped_by: obstacle.words };
}
