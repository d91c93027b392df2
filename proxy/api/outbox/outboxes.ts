import type { Attached, PushPlace } from '#shared/protocol/link-places.js';
import { linkPush } from '../link-messages.js';
import { GameTimings } from '../metrics/game-timings.js';
import type { Instruments } from '../metrics/proxy-metrics.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import { type LinkPushSink, SeatOutbox } from '../seats/seat-outbox.js';
import { pushOf } from './push-data.js';

/** Attaches links to the outboxes of seats. */
export class Outboxes {
  readonly #instruments: Instruments;
  readonly #timings: GameTimings;

  constructor(instruments: Instruments) {
    this.#instruments = instruments;
    this.#timings = new GameTimings(instruments);
  }

  /** Attaches a link whose gateway has `heard` the pushes up to there; new ones follow the answer to that request. */
  attach(sink: LinkPushSink, agent: KeptSeat, heard: PushPlace | undefined, correlationId: string): Attached {
    agent.outbox ??= this.#opened(agent);
    const attached = sink.attach(agent.outbox, heard, correlationId);
    if (attached.gap) this.#instruments.pushGaps.inc();
    return attached;
  }

  /** A new outbox: from now on it holds all pushes of the seat, also while no gateway is attached. */
  #opened(agent: KeptSeat): SeatOutbox {
    const { game, seat } = agent;
    const outbox = new SeatOutbox();
    const recipient = { agentId: seat.agentId, gameId: game.id };
    seat.subscribe((event) => {
      // Its owner tells it.
      if (!game.isOwned) return;
      this.#timings.observe(game, seat, event, performance.now());
      const push = pushOf(agent, event);
      this.#instruments.pushes.inc({ type: push.type });
      outbox.add(linkPush(recipient, push.type, push.data, Date.now()));
    });
    return outbox;
  }
}
