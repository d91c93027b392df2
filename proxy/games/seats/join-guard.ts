import type { Logger } from '#shared/core/log.js';
import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import type { World } from '../../world/world.js';
import { quotedName } from '../server/console-commands.js';
import type { ServerRun } from '../server/server-run.js';
import type { Seat } from './seat.js';
import { OBSERVER_NAME } from './usernames.js';

/** What strangers are recognised by, and who cuts them. */
export interface JoinGuardOptions {
  readonly serverRun: ServerRun;
  /** A seat that sees who is connected. */
  readonly witness: Seat;
  readonly log: Logger;
  /** Of all seats, those that are being taken included. */
  usernames(): ReadonlySet<string>;
}

/**
 * Cuts every connection that is neither a seat's nor the spectators', for as long as the server lives. For servers that
 * know no passwords: what somebody says before being cut is heard.
 */
export async function guardJoins({ serverRun, witness, log, usernames }: JoinGuardOptions): Promise<void> {
  const strangers = (world: World): readonly PacketFields['conn_info'][] =>
    [...world.connections.values()].filter(
      ({ established, username }) => established && username !== OBSERVER_NAME && !usernames().has(username),
    );
  while (await witness.until((world) => strangers(world).length > 0, serverRun.signal)) {
    const names = strangers(witness.world).map(({ username }) => username);
    log.warn({ names }, 'somebody connected to a game that is not open to humans, and is cut');
    for (const name of names.map(quotedName)) if (name.ok) await serverRun.server.run(`cut ${name.value}`);
    const areGone = (world: World) => strangers(world).every(({ username }) => !names.includes(username));
    if (!(await witness.until(areGone, serverRun.signal))) return;
  }
}
