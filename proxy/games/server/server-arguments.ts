import { createHash, randomBytes } from 'node:crypto';
import { ok, type Result } from '#shared/core/result.js';
import { type ServerFolder, writeForServer } from './server-folder.js';

/** What the game server is started with. It saves in its working folder, and every path is relative to that. */
export interface ServerArguments {
  readonly port: number;
  readonly savePath?: string | undefined;
  /** Loaded at once; `rulesetdir` on the console would load a second one after the default one. */
  readonly ruleset?: string | undefined;
  /** The arguments that make it ask for a password; see passwordLock. */
  readonly lock?: readonly string[] | undefined;
}

/** Arguments of freeciv-server: loopback only, never announced on the network. */
export function serverArguments(options: ServerArguments): readonly string[] {
  const base = ['-p', String(options.port), '--bind', '127.0.0.1', '--Announce', 'none', '-s', '.'];
  const ruleset = options.ruleset === undefined ? [] : ['--ruleset', options.ruleset];
  const save = options.savePath === undefined ? [] : ['-f', options.savePath];
  return [...base, ...ruleset, ...save, ...(options.lock ?? [])];
}

const INHERITED_VARIABLES = ['PATH', 'FREECIV_DATA_PATH', 'FREECIV_SCENARIO_PATH'];

/**
 * Environment of freeciv-server: no token or secret of ours, UTF-8 on its console, no home to keep a history in. Its packets are
 * not compressed: on one machine, compressing and inflating them costs more than sending the bytes.
 */
export function serverEnvironment(own: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const environment: Record<string, string> = {
    HOME: '/nonexistent',
    LC_ALL: 'C.UTF-8',
    FREECIV_LOCAL_ENCODING: 'UTF-8',
    FREECIV_COMPRESSION_LEVEL: '0',
  };
  for (const name of INHERITED_VARIABLES) {
    const value = own[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

/** What makes a game server accept only clients with a password. */
export interface PasswordLock {
  readonly password: string;
  readonly arguments: readonly string[];
  /** Console commands to run as soon as it listens. Until then it accepts no connection. */
  readonly commands: readonly string[];
}

const PASSWORD_BYTES = 24;
/** The server wants a database of users to ask for passwords; ours has none, and is asked nothing. */
const DATABASE = '[fcdb]\nbackend="sqlite"\ndatabase=":memory:"\n';

/** A fresh password. The server checks it by two functions of its user database, which know only a digest. */
export async function passwordLock(folder: ServerFolder): Promise<Result<PasswordLock>> {
  const written = await writeForServer(folder, 'users.conf', DATABASE);
  if (!written.ok) return written;
  const password = randomBytes(PASSWORD_BYTES).toString('base64url');
  const digest = createHash('md5').update(password).digest('hex');
  return ok({
    password,
    arguments: ['--auth', '--Database', written.value],
    commands: [
      `fcdb lua function user_verify(connection, password) return md5sum(password) == "${digest}" end`,
      'fcdb lua function user_exists(connection) return true end',
    ],
  });
}

/** Whether a server that ended at once did so because it was built without users, or has no database for them. */
export function hasNoPasswords(lastLines: readonly string[]): boolean {
  return lastLines.some((line) => /fcdb|database|--auth/i.test(line));
}
