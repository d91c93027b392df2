import { ok, type Result } from '#shared/core/result.js';
import { bestSiteFor } from '../../features/advisor/settling/settling.js';
import { Seat, type SeatContext } from '../../proxy/games/seats/seat.js';
import { SeatConnection, type SeatConnectionOptions } from '../../proxy/games/seats/seat-connection.js';

export interface JoinedSeatOptions
  extends Omit<SeatContext, 'gameId'>,
    Pick<SeatConnectionOptions, 'protocol' | 'port' | 'signal'> {
  /** `attaching` when the game already runs. */
  readonly phase: 'before_game' | 'attaching';
}

/** Connects a seat without a game to a game server. It has a player once the server gave it one. */
export async function joinedSeat(options: JoinedSeatOptions): Promise<Result<Seat>> {
  const { protocol, port, username, signal } = options;
  const seat = new Seat({ gameId: 'game', chooseSite: bestSiteFor, ...options });
  const world = seat.newWorld(options.phase);
  const connection = await SeatConnection.open({ protocol, port, username, world, signal });
  if (!connection.ok) return connection;
  seat.attach(connection.value);
  return ok(seat);
}
