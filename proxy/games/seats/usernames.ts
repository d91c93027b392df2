import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import type { Seat } from './seat.js';

const MAX_NAME_CHARS = 32;

/** Of the connection that spectators watch by. */
export const OBSERVER_NAME = 'spectators';

/** Names that no agent gets. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['unassigned', OBSERVER_NAME]);

/** Whether a server that asks for passwords keeps the name for guests, whom it does not let in. */
export function isGuestName(name: string): boolean {
  return /^guest/i.test(name);
}

/**
 * The name an agent has on the game server: letters, digits, - and _, not starting with a digit, unlike all in
 * `taken`. Agent ids are freer than user names, so two of them may come out alike and get a number.
 */
export function usernameFor(agentId: string, taken: ReadonlySet<string>): string {
  const ascii = agentId.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_NAME_CHARS);
  const isFree = /^[A-Za-z]/.test(ascii) && !RESERVED_NAMES.has(ascii.toLowerCase()) && !isGuestName(ascii);
  const base = isFree ? ascii : `agent_${ascii}`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(name.toLowerCase())) return name;
  }
}

type Player = PacketFields['player_info'];

/** The players of people who are connected with an ordinary client. */
export function humanPlayers(seats: readonly Seat[]): readonly Player[] {
  const own = ownNames(seats);
  const players = [...(seats[0]?.world.players.values() ?? [])];
  return players.filter(
    ({ isConnected, flags, username }) => isConnected && !flags.has('PLRF_AI') && !own.has(username),
  );
}

function ownNames(seats: readonly Seat[]): ReadonlySet<string> {
  return new Set([OBSERVER_NAME, ...seats.map(({ username }) => username)]);
}
