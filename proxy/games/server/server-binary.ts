import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';

const name = 'freeciv-server';
/** Debian puts games where the PATH of daemons and of root does not look. */
const gamesFolders = ['/usr/games', '/usr/local/games'];

/** Where the game server may be, best first: the configured path alone when there is one. */
export function binaryCandidates(
  configured: string | undefined,
  path: string | undefined,
): readonly string[] {
  if (configured !== undefined) return [configured];
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...gamesFolders, ...folders].map((folder) => join(folder, name));
}

/** Finds the freeciv-server to run: FREECIV_SERVER when set, else /usr/games, else PATH. */
export async function findServerBinary(
  configured: string | undefined,
  path: string | undefined = process.env.PATH,
): Promise<Result<string>> {
  for (const candidate of binaryCandidates(configured, path)) {
    if (await isExecutable(candidate)) return ok(candidate);
  }
  const where =
    configured === undefined ? 'install it or set FREECIV_SERVER' : 'FREECIV_SERVER names no program';
  return fail(failure('E142', `${name} was not found: ${where}`));
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
