import { timeLimit, unlessAborted } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { visibleText } from '#shared/core/visible-text.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import { supportedVersions } from '../../freeciv/packet-table.js';
import { askServerVersion } from '../../freeciv/server-version.js';
import type { GameRecord } from '../disk/game-record.js';
import type { ForeignServers } from './foreign-servers.js';
import { joinedServer } from './joined-server.js';
import type { ServerProcess } from './server-process.js';

/** What a game server of others is joined with. */
export interface JoinServerOptions {
  /** Which may be joined. */
  readonly servers: ForeignServers;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** A server on the other side of the world answers within a second, and a login at the gateway within ten. */
const ANSWER_TIMEOUT_MS = 4_000;
/** Longer sentences of a server are cut. */
const MAX_REASON_CHARS = 200;

/**
 * Finds the game server of others that a game is on, and its version. No seat is on it yet. E105 where FOREIGN_SERVERS does not allow it,
 * E123 where it does not answer now, E142 where it is none that can be spoken to.
 */
export async function joinServer(
  { config, joinPassword: password }: Pick<GameRecord, 'config' | 'joinPassword'>,
  options: JoinServerOptions,
): Promise<Result<ServerProcess>> {
  const { join } = config;
  if (join === undefined) throw new Error('a game that is on no server of others');
  using limit = timeLimit(options.signal, ANSWER_TIMEOUT_MS);
  const address = await unlessAborted(options.servers.addressOf(join), limit.signal);
  if (address === undefined) return fail(noAnswer(`The name ${join.host} was not resolved in time`, false));
  if (!address.ok) return address;
  const version = await versionOf(join, address.value, limit.signal);
  if (!version.ok) return version;
  const { port } = join;
  options.log.info({ host: join.host, port, version: version.value }, 'a game server of others is joined');
  return ok(joinedServer({ host: address.value, port, version: version.value, password }));
}

async function versionOf(
  { host: name, port, username }: NonNullable<GameConfig['join']>,
  host: string,
  signal: AbortSignal,
): Promise<Result<string>> {
  const answer = await askServerVersion({ host, port, username, signal });
  if (answer.kind === 'none') {
    const why = visibleText(answer.reason).slice(0, MAX_REASON_CHARS);
    return fail(noAnswer(`The game server at ${name}:${port} cannot be joined: ${why}`, answer.isReachable));
  }
  const { version } = answer;
  if (supportedVersions.some((series) => version.startsWith(`${series}.`))) return ok(version);
  const message = `The game server at ${name}:${port} has version ${version}, and this gateway speaks ${supportedVersions.join(', ')}`;
  return fail(failure('E142', message, { details: { version } }));
}

function noAnswer(message: string, isReachable: boolean): Failure {
  return isReachable ? failure('E142', message) : failure('E123', message, { details: { retry_after: 30 } });
}
