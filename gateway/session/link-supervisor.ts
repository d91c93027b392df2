import type { Clock } from '#shared/core/clock.js';
import type { LinkPush } from '#shared/protocol/link.js';
import type { Metrics } from '../core/metrics.js';
import { seatPush } from '../link/link-messages.js';
import type { ProxyLink, ProxyLinkEvents } from '../link/proxy-link.js';
import type { RemoteSeat } from '../link/remote-seat.js';
import type { SessionTable } from './session-table.js';

/**
 * What is done for the seats of live sessions when the link comes, goes and brings pushes. After each loss every seat is
 * rejoined before an agent asks for it, and the proxy sends the pushes of the meantime. Where it cannot, a status push
 * with `resync` tells the sessions to ask for a full state.
 */
export function superviseLink(
  link: ProxyLink,
  sessions: SessionTable,
  { clock, metrics }: { readonly clock: Clock; readonly metrics: Metrics },
): ProxyLinkEvents {
  const joined = () => [...sessions.seats()].filter((seat) => seat.seated !== undefined);
  const pushStatus = (seat: RemoteSeat, data: Readonly<Record<string, unknown>>) =>
    sessions.push(seatPush(seat, 'status', { game_id: seat.gameId, ...data }, clock.now()));
  const rejoin = async (seat: RemoteSeat) => {
    const result = await seat.rejoin();
    if (!result.ok) {
      const { code, message } = result.failure;
      pushStatus(seat, { status: 'unavailable', code, reason: message });
      return;
    }
    const resync = seat.drainMissed();
    if (resync) metrics.resyncs.inc();
    const { missing } = result.value;
    // The proxy reported it before it had this link: the report is among the pushes that were lost.
    const lost = resync && missing !== undefined ? { incomplete: true, missing } : {};
    pushStatus(seat, { status: 'recovered', resync, ...lost });
  };
  const onSeatPush = ({ place, ...push }: LinkPush) => {
    if (place === undefined || sessions.findSeat(push.agent_id, push.game_id)?.acceptPush(place))
      sessions.push(push);
  };
  return {
    onUp: () => {
      for (const seat of joined()) void rejoin(seat);
    },
    onLost: () => {
      for (const seat of joined()) pushStatus(seat, { status: 'recovering', retry_after: link.retryAfter });
    },
    onPush: onSeatPush,
  };
}
