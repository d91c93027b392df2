import { createHash, randomBytes } from 'node:crypto';
import type { Result } from '#shared/core/result.js';
import { ok } from '#shared/core/result.js';
import { type ServerFolder, writeForServer } from './server-folder.js';

/** What makes a game server let in only who knows a password. */
export interface PasswordLock {
  readonly password: string;
  readonly arguments: readonly string[];
  /** For its console, as soon as it listens. Before them it lets in nobody. */
  readonly commands: readonly string[];
}

const PASSWORD_BYTES = 24;
/** The server wants a database of users to ask for passwords; ours has none, and is asked nothing. */
const DATABASE = '[fcdb]\nbackend="sqlite"\ndatabase=":memory:"\n';

/**
 * A fresh password for one game server. The server checks it by two functions of its user database that the console
 * replaces, with a digest in them: what the console prints may be logged.
 */
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
