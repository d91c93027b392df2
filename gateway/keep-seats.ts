import type { LinkPush } from '#shared/protocol/link.js';
import type { GatewayContext } from './compose.js';
import type { ProxyLink } from './link/proxy-link.js';
import { type Seat, seatPush } from './link/seat.js';
import type { SessionTable } from './session/session-table.js';
import type { SpectatorHub } from './spectator/spectator-hub.js';

/**
 * Starts the link and keeps the seats of live sessions over its losses: each is taken again before anyone asks, and
 * the proxy sends what came meanwhile. Where it cannot, sessions are told that a full state shows what happened.
 */
export function keepSeats(
  link: ProxyLink,
  sessions: SessionTable,
  spectators: SpectatorHub,
  { clock, metrics }: Pick<GatewayContext, 'clock' | 'metrics'>,
): void {
  const taken = () => [...sessions.seats()].filter((seat) => seat.seated !== undefined);
  const tell = (seat: Seat, data: Readonly<Record<string, unknown>>) =>
    sessions.push(seatPush(seat, 'status', { game_id: seat.gameId, ...data }, clock.now()));
  const takeAgain = async (seat: Seat) => {
    const result = await seat.takeAgain();
    if (result.ok) {
      const resync = seat.takeMissed();
      if (resync) metrics.resyncs.inc();
      const { missing } = result.value;
      // Told by a proxy before it had this link: the news are among the pushes that were missed.
      const lost = resync && missing !== undefined ? { incomplete: true, missing } : {};
      tell(seat, { status: 'recovered', resync, ...lost });
    } else tell(seat, { status: 'unavailable', code: result.failure.code, reason: result.failure.message });
  };
  const hear = ({ place, ...push }: LinkPush) => {
    if (place === undefined || sessions.seat(push.agent_id, push.game_id)?.hear(place)) sessions.push(push);
  };
  link.start({
    onUp: () => {
      for (const seat of taken()) void takeAgain(seat);
      spectators.onLinkUp();
    },
    onLost: () => {
      for (const seat of taken()) tell(seat, { status: 'recovering', retry_after: link.retryAfter });
      spectators.onLinkLost();
    },
    onPush: (push) => {
      if (push.type === 'spectator_update') spectators.onPush(push);
      else hear(push);
    },
  });
}
