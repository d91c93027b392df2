import type { Offer } from '#shared/protocol/state/offer.js';
import type { StateBefore } from '../../proxy/actions/changes.js';
import type { Reply } from '../../proxy/freeciv/brackets.js';
import type { Seat } from '../../proxy/games/seats/seat.js';

/** Something to ask of the server, whether the rules allow it or not. */
export interface Attempt {
  readonly kind: string;
  /** In words, for the report. */
  readonly what: string;
  /** Whether it can be done over and over without changing what else there is to try. */
  readonly isLight?: boolean;
  /** Whether the offer comes down to one of several such things, not to each: it is always sent. */
  readonly isOneOfSeveral?: boolean;
  /** Whether an offer is this very thing. */
  offered(offer: Offer): boolean;
  send(seat: Seat): Promise<Reply>;
  /** Whether the state, or what the server said, shows that it was done. */
  taken(before: StateBefore, reply: Reply): boolean;
  /** Whether the actor can try on. */
  stillThere(): boolean;
}
