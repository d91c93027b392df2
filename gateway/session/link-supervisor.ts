import type { Cancel, Clock } from '#shared/core/clock.js';
import { errorCodes } from '#shared/core/error-codes.js';
import type { LinkPush } from '#shared/protocol/link.js';
import type { Metrics } from '../core/metrics.js';
import { type Seated, seatPush } from '../link/link-messages.js';
import type { IsOf, ProxyLinks, ProxyLinksEvents } from '../link/proxy-links.js';
import type { RemoteSeat } from '../link/remote-seat.js';
import { deletesGame } from './agent-message.js';
import type { StoredSessions } from './persistence/session-records.js';
import type { Session } from './session.js';
import type { SessionTable } from './session-table.js';

/** Between two attempts to rejoin a seat whose game cannot be reached. */
const REJOIN_RETRY_MS = 2000;

interface SupervisorContext {
  readonly clock: Clock;
  readonly metrics: Metrics;
}

/**
 * Tells the sessions of a seat that it has rejoined, in which turn, and whether the seat has ended that turn. When pushes
 * were lost while the link was down, `resync` tells the agents to ask for a full state, and `missing` names what the game has
 * lost.
 */
export function reportRejoined(
  sessions: SessionTable,
  seat: RemoteSeat,
  { missing, turn, turn_done }: Seated,
  { clock, metrics }: SupervisorContext,
): void {
  const resync = seat.drainMissed();
  if (resync) metrics.resyncs.inc();
  // The proxy reported it before it had this link: the report is among the pushes that were lost.
  const lost = resync && missing !== undefined ? { incomplete: true, missing } : {};
  const ofTurn = turn === undefined ? {} : { turn, turn_done };
  const data = { game_id: seat.gameId, status: 'recovered', resync, ...ofTurn, ...lost };
  sessions.push(seatPush(seat, 'status', data, clock.now()));
}

type SupervisedLink = Pick<ProxyLinks, 'isUp' | 'retryAfter' | 'canMove'>;

/** Rejoins the seats of live sessions after the link was lost, and retries each until its game can be reached. */
export class LinkSupervisor implements ProxyLinksEvents {
  readonly #link: SupervisedLink;
  readonly #sessions: SessionTable;
  readonly #context: SupervisorContext;
  readonly #retries = new Map<RemoteSeat, Cancel>();
  #isStopped = false;

  constructor(link: SupervisedLink, sessions: SessionTable, context: SupervisorContext) {
    this.#link = link;
    this.#sessions = sessions;
    this.#context = context;
  }

  onUp(isOf: IsOf): void {
    for (const seat of this.#joined(isOf)) void this.#rejoin(seat);
  }

  onLost(isOf: IsOf): void {
    for (const seat of this.#joined(isOf)) {
      this.#retries.get(seat)?.();
      this.#retries.delete(seat);
      this.#pushStatus(seat, { status: 'recovering', retry_after: this.#link.retryAfter });
      // Another proxy may take the game over: joining again finds it.
      if (this.#link.canMove) this.#retryLater(seat);
    }
  }

  onPush({ place, ...push }: LinkPush): void {
    const deliver = () => this.#sessions.push(push);
    const turn =
      push.type === 'turn_start' && typeof push.data.turn === 'number' ? push.data.turn : undefined;
    if (place === undefined) deliver();
    else
      this.#sessions
        .findSeat(push.agent_id, push.game_id)
        ?.receivePush({ place, turn, isLast: deletesGame(push), deliver });
  }

  /** Joins the seat of a session that has come from another gateway. */
  onTaken(session: Session, { seats: [stored] }: StoredSessions): void {
    const { seat } = session;
    const { heard: hasHeard } = seat.progress;
    void this.#rejoin(seat);
    // Another session of this gateway has the seat, and may have got pushes before this one came.
    if (hasHeard?.outbox === stored?.heard?.outbox && hasHeard?.seq === stored?.heard?.seq) return;
    this.#context.metrics.resyncs.inc();
    const data = { game_id: seat.gameId, status: 'recovered', resync: true };
    session.push(seatPush(seat, 'status', data, this.#context.clock.now()));
  }

  /** Ends the attempts to rejoin; to be called before the links are closed. */
  stop(): void {
    this.#isStopped = true;
    for (const cancel of this.#retries.values()) cancel();
    this.#retries.clear();
  }

  #joined(isOf: IsOf): readonly RemoteSeat[] {
    return [...this.#sessions.seats()].filter((seat) => seat.seated !== undefined && isOf(seat.gameId));
  }

  async #rejoin(seat: RemoteSeat, isRetry = false): Promise<void> {
    const result = await seat.rejoin();
    if (result.ok || this.#isStopped) return;
    const { code, message } = result.failure;
    if (!isRetry) this.#pushStatus(seat, { status: 'unavailable', code, reason: message });
    if (errorCodes[code].retry && (this.#link.isUp || this.#link.canMove)) this.#retryLater(seat);
  }

  #retryLater(seat: RemoteSeat): void {
    const again = () => {
      this.#retries.delete(seat);
      if (this.#sessions.seats().has(seat)) void this.#rejoin(seat, true);
    };
    this.#retries.get(seat)?.();
    this.#retries.set(seat, this.#context.clock.after(REJOIN_RETRY_MS, again));
  }

  #pushStatus(seat: RemoteSeat, data: Readonly<Record<string, unknown>>): void {
    const status = { game_id: seat.gameId, ...data };
    this.#sessions.push(seatPush(seat, 'status', status, this.#context.clock.now()));
  }
}
