import type { World } from '../../proxy/world/world.js';
import { activityAttempts } from './activity-attempts.js';
import type { Attempt } from './attempt.js';
import { deedAttempts, moveAttempts } from './deed-attempts.js';

/** All that could be tried with a unit. */
export function unitAttempts(world: World, id: number): Attempt[] {
  const unit = world.units.get(id);
  if (unit === undefined) return [];
  return [...moveAttempts(world, unit), ...activityAttempts(world, unit), ...deedAttempts(world, unit)];
}
