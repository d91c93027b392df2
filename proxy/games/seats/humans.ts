import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import type { Seat } from './seat.js';
import { OBSERVER_NAME } from './username.js';

type Player = PacketFields['player_info'];

/** The players of people who are connected with an ordinary client. */
export function humansIn(seats: readonly Seat[]): readonly Player[] {
  const own = ownNames(seats);
  const players = [...(seats[0]?.world.players.values() ?? [])];
  return players.filter(
    ({ isConnected, flags, username }) => isConnected && !flags.has('PLRF_AI') && !own.has(username),
  );
}

function ownNames(seats: readonly Seat[]): ReadonlySet<string> {
  return new Set([OBSERVER_NAME, ...seats.map(({ username }) => username)]);
}
