import { readFile } from 'node:fs/promises';
import { failure } from '#shared/failure.js';
import { fail, ok, type Result } from '#shared/result.js';

/** The account a child process runs under. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account of that name in the text of a passwd file. */
export function accountInPasswd(text: string, name: string): Account | undefined {
  for (const line of text.split('\n')) {
    const [user, , uid, gid] = line.split(':');
    if (user !== name || !isId(uid) || !isId(gid)) continue;
    return { uid: Number(uid), gid: Number(gid) };
  }
  return undefined;
}

/**
 * The account the game server gets: freeciv-server refuses to run as root, so root hands it to `user`; everybody else
 * can only be themselves (undefined).
 */
export async function gameAccount(
  user: string,
  ownUid: number | undefined = process.getuid?.(),
): Promise<Result<Account | undefined>> {
  if (ownUid !== 0) return ok(undefined);
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const account = accountInPasswd(passwd, user);
  if (account === undefined) return fail(failure('E142', `FREECIV_USER: there is no user ${user}`));
  if (account.uid === 0) return fail(failure('E142', 'FREECIV_USER: freeciv-server does not run as root'));
  return ok(account);
}

function isId(text: string | undefined): text is string {
  return text !== undefined && /^\d+$/.test(text);
}
