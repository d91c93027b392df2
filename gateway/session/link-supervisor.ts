import type { Cancel, Clock } from '#shared/core/clock.js';
import { errorCodes } from '#shared/core/error-codes.js';
import type { LinkPush } from '#shared/protocol/link.js';
import type { Metrics } from '../core/metrics.js';
import { type Seated, seatPush } from '../link/link-messages.js';
import type { IsOf, ProxyLinks, ProxyLinksEvents } from '../link/proxy-links.js';
import type { RemoteSeat } from '../link/remote-seat.js';
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

/** What the link tells of seats, and what sessions that come here need. */
export interface SeatSupervisor extends ProxyLinksEvents {
  /** Joins the seat of a session that has come from another gateway. */
  onTaken(session: Session, stored: StoredSessions): void;
  /** Ends the attempts to rejoin; to be called before the links are closed. */
  stop(): void;
}

/** Keeps the seats of live sessions over losses of the link: rejoins each until its game can be reached. */
export function superviseLink(
  link: Pick<ProxyLinks, 'isUp' | 'retryAfter' | 'canMove'>,
  sessions: SessionTable,
  { clock, metrics }: SupervisorContext,
): SeatSupervisor {
  const retries = new Map<RemoteSeat, Cancel>();
  let isStopped = false;
  const joined = (isOf: IsOf) =>
    [...sessions.seats()].filter((seat) => seat.seated !== undefined && isOf(seat.gameId));
  const pushStatus = (seat: RemoteSeat, data: Readonly<Record<string, unknown>>) =>
    sessions.push(seatPush(seat, 'status', { game_id: seat.gameId, ...data }, clock.now()));
  const rejoin = async (seat: RemoteSeat, isRetry = false) => {
    const result = await seat.rejoin();
    if (result.ok || isStopped) return;
    const { code, message } = result.failure;
    if (!isRetry) pushStatus(seat, { status: 'unavailable', code, reason: message });
    if (errorCodes[code].retry && (link.isUp || link.canMove)) retryLater(seat);
  };
  const retryLater = (seat: RemoteSeat) => {
    const again = () => {
      retries.delete(seat);
      if (sessions.seats().has(seat)) void rejoin(seat, true);
    };
    retries.get(seat)?.();
    retries.set(seat, clock.after(REJOIN_RETRY_MS, again));
  };
  const onSeatPush = ({ place, ...push }: LinkPush) => {
    const deliver = () => sessions.push(push);
    const turn =
      push.type === 'turn_start' && typeof push.data.turn === 'number' ? push.data.turn : undefined;
    if (place === undefined) deliver();
    else sessions.findSeat(push.agent_id, push.game_id)?.receivePush({ place, turn, deliver });
  };
  return {
    stop() {
      isStopped = true;
      for (const cancel of retries.values()) cancel();
      retries.clear();
    },
    onUp: (isOf) => {
      for (const seat of joined(isOf)) void rejoin(seat);
    },
    onLost: (isOf) => {
      for (const seat of joined(isOf)) {
        retries.get(seat)?.();
        retries.delete(seat);
        pushStatus(seat, { status: 'recovering', retry_after: link.retryAfter });
        // Another proxy may take the game over: joining again finds it.
        if (link.canMove) retryLater(seat);
      }
    },
    onPush: onSeatPush,
    onTaken(session, { seats: [stored] }) {
      const { seat } = session;
      const { heard: hasHeard } = seat.progress;
      void rejoin(seat);
      // Another session of this gateway has the seat, and may have got pushes before this one came.
      if (hasHeard?.outbox === stored?.heard?.outbox && hasHeard?.seq === stored?.heard?.seq) return;
      metrics.resyncs.inc();
      const data = { game_id: seat.gameId, status: 'recovered', resync: true };
      session.push(seatPush(seat, 'status', data, clock.now()));
    },
  };
}
