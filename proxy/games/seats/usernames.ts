import type { Logger } from '#shared/core/log.js';
import type { PacketFields } from '../../freeciv/generated/packets.js';
import type { World } from '../../world/world.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerRun } from '../server/server-run.js';
import type { Seat } from './seat.js';

const MAX_NAME_CHARS = 32;

/** Of the connection that spectators watch by. */
export const OBSERVER_NAME = 'spectators';

/** Names that no agent gets. */
const RESERVED_NAMES: ReadonlySet<string> = new Set(['unassigned', OBSERVER_NAME]);

/** Whether a server that asks for passwords reserves the name for guests, which it refuses. */
export function isGuestName(name: string): boolean {
  return /^guest/i.test(name);
}

/** The name of an agent on the server: letters, digits, - and _, no digit first, none of `taken`. */
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
  const own = new Set([OBSERVER_NAME, ...seats.map(({ username }) => username)]);
  const players = [...(seats[0]?.world.players.values() ?? [])];
  return players.filter(
    ({ isConnected, flags, username }) => isConnected && !flags.has('PLRF_AI') && !own.has(username),
  );
}

/** What strangers are recognised by, and who cuts them. */
export interface JoinGuardOptions {
  readonly serverRun: ServerRun;
  /** A seat that sees the connected players. */
  readonly witness: Seat;
  readonly log: Logger;
  /** Of all seats, those that are being taken included. */
  usernames(): ReadonlySet<string>;
}

/** Cuts every connection that is neither a seat's nor the spectators', on servers without passwords. */
export async function guardJoins({ serverRun, witness, log, usernames }: JoinGuardOptions): Promise<void> {
  const strangers = (world: World): readonly PacketFields['conn_info'][] =>
    [...world.connections.values()].filter(
      ({ established, username }) => established && username !== OBSERVER_NAME && !usernames().has(username),
    );
  while (await witness.until((world) => strangers(world).length > 0, serverRun.signal)) {
    const names = strangers(witness.world).map(({ username }) => username);
    log.warn({ names }, 'clients that are no seat of this game are disconnected');
    for (const name of names.map(quotedName)) if (name.ok) await serverRun.server.run(`cut ${name.value}`);
    const areGone = (world: World) => strangers(world).every(({ username }) => !names.includes(username));
    if (!(await witness.until(areGone, serverRun.signal))) return;
  }
}
