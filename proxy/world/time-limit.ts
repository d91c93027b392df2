import type { TurnTime } from './turn.js';
import { changing, commit, type World } from './world.js';

/** Lets the world tell the time of its turn. Whether it has a new version by that. */
export function setTurnTime(world: World, time: TurnTime): boolean {
  if (time.limit === world.turnTime.limit && time.endsAt === world.turnTime.endsAt) return false;
  const isWhole = world.pending === world.version;
  changing(world);
  world.turnTime = time;
  // What is half told becomes a version when all of it has come.
  return isWhole && commit(world);
}
