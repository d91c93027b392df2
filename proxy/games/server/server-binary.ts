import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { supportedVersions } from '../../freeciv/packet-table.js';
import { serverEnvironment } from './server-arguments.js';

const PROGRAM_NAME = 'freeciv-server';
/** Debian puts games where the PATH of daemons and of root does not look. */
const GAMES_FOLDERS = ['/usr/games', '/usr/local/games'];

/** Where the game server may be, best first: the configured path alone when there is one. */
export function binaryCandidates(
  configured: string | undefined,
  path: string | undefined,
): readonly string[] {
  if (configured !== undefined) return [configured];
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...GAMES_FOLDERS, ...folders].map((folder) => join(folder, PROGRAM_NAME));
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
  return fail(failure('E142', `${PROGRAM_NAME} was not found: ${where}`));
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** Saying its version takes some 20 ms; this only ends what hangs. */
const VERSION_TIMEOUT_MS = 10_000;

const run = promisify(execFile);
/** The game server programs that were asked for their version. */
export class SupportedServers {
  /** Path and time of change: a program that is replaced is asked again. */
  readonly #known = new Set<string>();

  /**
   * The path of the game server to run, when its version speaks a supported protocol. E142 with a sentence that says which
   * version was found where, which are supported and what to do. A program that does not say its version is accepted.
   */
  async find(configured: string | undefined): Promise<Result<string>> {
    const found = await findServerBinary(configured);
    if (!found.ok) return found;
    const path = found.value;
    const changed = (await stat(path).catch(() => undefined))?.mtimeMs;
    const id = `${path} ${changed}`;
    if (this.#known.has(id)) return found;
    const version = await versionOf(path);
    if (version !== undefined && !isSupported(version))
      return fail(failure('E142', unsupportedSentence(path, version), { details: { path, version } }));
    this.#known.add(id);
    return found;
  }
}

/** The words of tools/steps/game-server.mjs, which has to say it before anything is built. */
export function unsupportedSentence(path: string, version: string): string {
  const spoken = supportedVersions.join(', ');
  const advice = `install freeciv-server ${supportedVersions.join(' or ')} beside it and set FREECIV_SERVER to its path`;
  return `${path} has version ${version}, and this gateway speaks ${spoken}: ${advice}`;
}

function isSupported(version: string): boolean {
  return supportedVersions.some((series) => version.startsWith(`${series}.`));
}

/** As it says itself; undefined when it says none. */
async function versionOf(path: string): Promise<string | undefined> {
  const options = {
    env: serverEnvironment(process.env),
    timeout: VERSION_TIMEOUT_MS,
    killSignal: 'SIGKILL',
  } as const;
  const said = await run(path, ['--version'], options).catch(() => undefined);
  return said === undefined ? undefined : /version (\d[\d.]*)/.exec(said.stdout + said.stderr)?.[1];
}
