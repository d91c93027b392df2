import { changing, type World } from './world.js';

/** What the server counts again and again, a little late each time, is the same end. */
const SAME_END_MS = 1_000;

/** The server tells how many seconds are left; less than none where a turn takes as long as it takes. */
export function foldTimeout(world: World, secondsLeft: number, now: number | undefined): void {
  const endsAt = secondsLeft < 0 || now === undefined ? undefined : Math.round(now + secondsLeft * 1000);
  const before = world.turnEndsAt;
  if (endsAt === before) return;
  if (endsAt !== undefined && before !== undefined && Math.abs(endsAt - before) < SAME_END_MS) return;
  changing(world);
  world.turnEndsAt = endsAt;
}
