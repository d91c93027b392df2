import type { Clock } from '#shared/core/clock.js';
import { type TurnTimer, UNTIMED } from '../../world/turn.js';
import type { World } from '../../world/world.js';

/** The timer of a turn on a server of others, as that server said at its beginning; the limit in whole seconds (its setting `timeout`). */
export function serverTimer(
  { game, secondsToTurnEnd }: Pick<World, 'game' | 'secondsToTurnEnd'>,
  clock: Clock,
): TurnTimer {
  if (secondsToTurnEnd === undefined) return UNTIMED;
  const ends = clock.monotonic() + secondsToTurnEnd * 1000;
  return {
    limitSeconds: game?.timeout ?? 0,
    endsAtMs: clock.now() + secondsToTurnEnd * 1000,
    remainingMs: () => Math.max(0, ends - clock.monotonic()),
  };
}
