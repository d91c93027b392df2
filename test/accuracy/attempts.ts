import type { Offer } from '#shared/protocol/state/offer.js';
import type { StateBefore } from '../../proxy/actions/changes.js';
import type { Reply } from '../../proxy/freeciv/brackets.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import type { World } from '../../proxy/world/world.js';
import { activityAttempts } from './activity-attempts.js';
import { deedAttempts, moveAttempts } from './deed-attempts.js';

/** Something to ask of the server, whether the rules allow it or not. */
export interface Attempt {
  readonly kind: string;
  /** In words, for the report. */
  readonly what: string;
  /** Whether it can be done over and over without changing what else there is to try. */
  readonly isLight?: boolean;
  /** Whether an offer is this very thing. */
  offered(offer: Offer): boolean;
  send(seat: Seat): Promise<Reply>;
  /** Whether the state shows that it was done. */
  taken(before: StateBefore): boolean;
  /** Whether the actor can try on. */
  stillThere(): boolean;
}

/** All that could be tried with a unit. */
export function unitAttempts(world: World, id: number): Attempt[] {
  const unit = world.units.get(id);
  if (unit === undefined) return [];
  return [...moveAttempts(world, unit), ...activityAttempts(world, unit), ...deedAttempts(world, unit)];
}
