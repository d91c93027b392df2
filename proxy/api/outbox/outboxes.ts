import type { Attached, PushPlace } from '#shared/protocol/link.js';
import type { Seat } from '../../games/seats/seat.js';
import { linkPush } from '../link-messages.js';
import { GameClock } from '../metrics/game-clock.js';
import type { Instruments } from '../metrics/instruments.js';
import { type PushContext, pushOf } from '../push-data.js';
import type { LinkReader } from './link-reader.js';
import { SeatOutbox } from './seat-outbox.js';

interface AttachedSeat extends PushContext {
  /** The last of its pushes that the gateway has, as it says. */
  readonly heard: PushPlace | undefined;
}

/** The outboxes of all seats that were ever asked for; each lives as long as its seat does. */
export class Outboxes {
  readonly #ofSeat = new WeakMap<Seat, SeatOutbox>();
  readonly #count: Instruments;
  readonly #clock: GameClock;

  constructor(count: Instruments) {
    this.#count = count;
    this.#clock = new GameClock(count);
  }

  /** Lets a link hear of a seat, behind the answer to that request. */
  attach(reader: LinkReader, seat: AttachedSeat, correlationId: string): Attached {
    const attached = reader.attach(this.#of(seat), seat.heard, correlationId);
    if (attached.gap) this.#count.pushGaps.inc();
    return attached;
  }

  /** The name of the seat's numbering; undefined while no gateway has asked for the seat. */
  idOf(seat: Seat): string | undefined {
    return this.#ofSeat.get(seat)?.id;
  }

  /** The seat's outbox, which holds all it is told from the first call on, whether a gateway is there or not. */
  #of({ game, seat, notes }: PushContext): SeatOutbox {
    const known = this.#ofSeat.get(seat);
    if (known !== undefined) return known;
    const outbox = new SeatOutbox();
    this.#ofSeat.set(seat, outbox);
    const to = { agentId: seat.agentId, gameId: game.id };
    seat.listen((event) => {
      this.#clock.heard(game, seat, event, performance.now());
      const push = pushOf({ game, seat, notes }, event);
      this.#count.pushes.inc({ type: push.type });
      outbox.add(linkPush(to, push.type, push.data, Date.now()));
    });
    return outbox;
  }
}
