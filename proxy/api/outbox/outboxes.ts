import type { Attached, PushPlace } from '#shared/protocol/link.js';
import type { Seat } from '../../games/seats/seat.js';
import { linkPush } from '../link-messages.js';
import { GameTimings } from '../metrics/game-timings.js';
import type { Instruments } from '../metrics/proxy-metrics.js';
import type { LinkPushSink } from './link-push-sink.js';
import { type PushContext, pushOf } from './push-data.js';
import { SeatOutbox } from './seat-outbox.js';

interface AttachOptions extends PushContext {
  /** The last push that the gateway has, as it reports. */
  readonly heard: PushPlace | undefined;
}

/** The outboxes of all seats that a gateway has attached to; each lives as long as its seat. */
export class Outboxes {
  readonly #ofSeat = new WeakMap<Seat, SeatOutbox>();
  readonly #instruments: Instruments;
  readonly #timings: GameTimings;

  constructor(instruments: Instruments) {
    this.#instruments = instruments;
    this.#timings = new GameTimings(instruments);
  }

  /** Attaches a link to a seat's outbox; pushes follow the answer to that request. */
  attach(sink: LinkPushSink, seat: AttachOptions, correlationId: string): Attached {
    const attached = sink.attach(this.#getOrCreate(seat), seat.heard, correlationId);
    if (attached.gap) this.#instruments.pushGaps.inc();
    return attached;
  }

  /** The id of a seat's outbox; undefined while no gateway has attached to it. */
  idOf(seat: Seat): string | undefined {
    return this.#ofSeat.get(seat)?.id;
  }

  /** The seat's outbox; from the first call on it holds all pushes, also while no gateway is attached. */
  #getOrCreate({ game, seat, notes }: PushContext): SeatOutbox {
    const known = this.#ofSeat.get(seat);
    if (known !== undefined) return known;
    const outbox = new SeatOutbox();
    this.#ofSeat.set(seat, outbox);
    const recipient = { agentId: seat.agentId, gameId: game.id };
    seat.subscribe((event) => {
      this.#timings.observe(game, seat, event, performance.now());
      const push = pushOf({ game, seat, notes }, event);
      this.#instruments.pushes.inc({ type: push.type });
      outbox.add(linkPush(recipient, push.type, push.data, Date.now()));
    });
    return outbox;
  }
}
