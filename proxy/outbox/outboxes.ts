import type { Seat } from '../games/seats/seat.js';
import { linkPush } from '../link-messages.js';
import { type PushContext, pushOf } from '../push-data.js';
import { SeatOutbox } from './seat-outbox.js';

/** The outboxes of all seats that were ever asked for; each lives as long as its seat does. */
export class Outboxes {
  readonly #ofSeat = new WeakMap<Seat, SeatOutbox>();

  /** The seat's outbox, which holds all it is told from the first call on, whether a gateway is there or not. */
  of({ game, seat, notes }: PushContext): SeatOutbox {
    const known = this.#ofSeat.get(seat);
    if (known !== undefined) return known;
    const outbox = new SeatOutbox();
    this.#ofSeat.set(seat, outbox);
    const to = { agentId: seat.agentId, gameId: game.id };
    // Behind the answer to who asked: its own news must not come before it is known that there is a seat.
    seat.listen((event) => {
      const push = pushOf({ game, seat, notes }, event);
      outbox.add(linkPush(to, push.type, push.data, Date.now()));
    });
    return outbox;
  }
}
