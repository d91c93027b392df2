import type { Reply } from './brackets.js';
import { JoinRefused } from './errors.js';
import type { ClientPacketName, PacketOf } from './generated/packets.js';
import type { Protocol } from './protocol.js';
import { toldVersion } from './server-version.js';

/** The user that logs in to a game server, and the protocol of the connection. */
export interface Login {
  readonly protocol: Protocol;
  /** ASCII, 1-47 characters, not starting with a digit. */
  readonly username: string;
  /** Sent when the server asks for one. */
  readonly password?: string | undefined;
}

type Request = <K extends ClientPacketName>(name: K, fields: PacketOf<K>['fields']) => Promise<Reply>;

/**
 * Joins a game server over an open connection, and answers its question for a password. Rejects with JoinRefused and
 * the reason when the server does not let the user in.
 */
export async function logIn({ protocol, username, password }: Login, request: Request): Promise<void> {
  const [majorVersion = 0, minorVersion = 0] = protocol.table.version.split('.').map(Number);
  // The request that is let in has a bracket of its own: with the answer, the ruleset and the lobby inside.
  let reply = await request('server_join_req', {
    username,
    capability: [`+Freeciv-${protocol.table.version}-network`, ...protocol.capabilities].join(' '),
    versionLabel: '',
    majorVersion,
    minorVersion,
    patchVersion: 0,
  });
  if (reply.packets.some(({ name }) => name === 'authentication_req')) {
    if (password === undefined) throw new JoinRefused('the game server asks for a password');
    reply = await request('authentication_reply', { password });
    // The server asks again later when the password is wrong.
    if (!reply.packets.some(({ name }) => name === 'server_join_reply'))
      throw new JoinRefused('the game server rejects this password');
  }
  const joined = reply.packets.find((packet) => packet.name === 'server_join_reply')?.fields;
  if (joined?.youCanJoin === true) return;
  const why = joined?.message ?? 'the game server gave no answer to the join request';
  throw new JoinRefused(otherVersion(why, protocol) ?? why);
}

/** A server that lacks the version we speak names its own in its refusal. */
function otherVersion(refusal: string, { table: { version } }: Protocol): string | undefined {
  const told = toldVersion(refusal);
  return told === undefined || told.startsWith(`${version}.`)
    ? undefined
    : `the game server has version ${told}, and the proxy speaks the protocol of ${version}`;
}
