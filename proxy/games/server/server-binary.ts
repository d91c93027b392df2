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
/** Where Homebrew, Snap and Flatpak put programs. */
const OTHER_FOLDERS = [
  '/opt/homebrew/bin',
  '/usr/local/bin',
  '/home/linuxbrew/.linuxbrew/bin',
  '/snap/bin',
  '/var/lib/flatpak/exports/bin',
];

/** Where game servers may be, best first: the configured paths alone, joined as in PATH, when there are any. */
export function binaryCandidates(
  configured: string | undefined,
  path: string | undefined,
): readonly string[] {
  if (configured !== undefined) return partsOf(configured);
  const folders = new Set([...GAMES_FOLDERS, ...partsOf(path ?? ''), ...OTHER_FOLDERS]);
  return [...folders].map((folder) => join(folder, PROGRAM_NAME));
}

function partsOf(list: string): readonly string[] {
  return list.split(delimiter).filter((part) => part !== '');
}

/** Finds the best freeciv-server, whatever its version: of FREECIV_SERVER when set, else where systems install it. */
export async function findServerBinary(configured: string | undefined): Promise<Result<string>> {
  for (const candidate of binaryCandidates(configured, process.env.PATH)) {
    if (await isExecutable(candidate)) return ok(candidate);
  }
  return missing(configured);
}

function missing(configured: string | undefined): Result<never> {
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

/** A game server program that is there. */
export interface FoundServer {
  readonly path: string;
  /** As it says itself, such as 3.0.6; undefined when it says none. */
  readonly version: string | undefined;
}

/** Which game server a game wants. */
export interface ServerWish {
  /** A version or path, as `game_config.server` names it. */
  readonly asked?: string | undefined;
  /** The version whose save is to be loaded: the same series is taken, or a newer one where it is gone. */
  readonly savedBy?: string | undefined;
}

/** Saying its version takes some 20 ms; this only ends what hangs. */
const VERSION_TIMEOUT_MS = 10_000;

const run = promisify(execFile);

/** The game server programs of this machine, each asked for its version once. */
export class SupportedServers {
  /** By path and time of change: a program that is replaced is asked again. */
  readonly #versions = new Map<string, Promise<string | undefined>>();

  /** The game servers whose version speaks a supported protocol, best first. */
  async usable(configured: string | undefined): Promise<readonly FoundServer[]> {
    return (await this.#found(configured)).filter(isSupported);
  }

  /** The game server to run; one without a version is accepted. E142 says what was found and what is supported. */
  async find(configured: string | undefined, wish: ServerWish = {}): Promise<Result<FoundServer>> {
    const found = await this.#found(configured);
    const [first] = found;
    if (first === undefined) return missing(configured);
    const usable = found.filter(isSupported);
    const [best] = usable;
    if (best === undefined) {
      const { path, version = '' } = first;
      return fail(failure('E142', unsupportedSentence(path, version), { details: { path, version } }));
    }
    if (wish.asked !== undefined) return asked(usable, wish.asked);
    return wish.savedBy === undefined ? ok(best) : loaderOf(usable, wish.savedBy);
  }

  async #found(configured: string | undefined): Promise<readonly FoundServer[]> {
    const candidates = binaryCandidates(configured, process.env.PATH);
    const there = await Promise.all(
      candidates.map(async (path) => ((await isExecutable(path)) ? [path] : [])),
    );
    return Promise.all(there.flat().map(async (path) => ({ path, version: await this.#versionOf(path) })));
  }

  async #versionOf(path: string): Promise<string | undefined> {
    const id = `${path} ${(await stat(path).catch(() => undefined))?.mtimeMs}`;
    const version = this.#versions.get(id) ?? versionOf(path);
    this.#versions.set(id, version);
    return version;
  }
}

/** The words of tools/steps/game-server.mjs, which has to say it before anything is built. */
export function unsupportedSentence(path: string, version: string): string {
  const spoken = supportedVersions.join(', ');
  const advice = `install freeciv-server ${supportedVersions.join(' or ')} beside it and set FREECIV_SERVER to its path`;
  return `${path} has version ${version}, and this gateway speaks ${spoken}: ${advice}`;
}

function isSupported({ version }: FoundServer): boolean {
  return version === undefined || supportedVersions.includes(seriesOf(version));
}

/** 3.1 of 3.1.4. */
function seriesOf(version: string): string {
  return version.split('.').slice(0, 2).join('.');
}

function asked(usable: readonly FoundServer[], wanted: string): Result<FoundServer> {
  const is = ({ path, version }: FoundServer) =>
    path === wanted || version === wanted || version?.startsWith(`${wanted}.`) === true;
  const server = usable.find(is);
  if (server !== undefined) return ok(server);
  const message = `There is no game server ${wanted} here; game_config.server can be ${inWords(usable)}`;
  return fail(failure('E142', message, { details: { wanted, found: usable } }));
}

/** A save is read by a server of its own series, or by a newer one: the oldest of these. */
function loaderOf(usable: readonly FoundServer[], savedBy: string): Result<FoundServer> {
  const series = supportedVersions.filter((one) => isAtLeast(one, seriesOf(savedBy)));
  for (const one of series) {
    const server = usable.find(({ version }) => version !== undefined && seriesOf(version) === one);
    if (server !== undefined) return ok(server);
  }
  const unknown = usable.find(({ version }) => version === undefined);
  if (unknown !== undefined) return ok(unknown);
  const message = `The game was saved by freeciv-server ${savedBy}, which no older version can load; here is ${inWords(usable)}`;
  return fail(failure('E142', message, { details: { wanted: savedBy, found: usable } }));
}

function isAtLeast(series: string, least: string): boolean {
  return series.localeCompare(least, 'en', { numeric: true }) >= 0;
}

function inWords(servers: readonly FoundServer[]): string {
  return servers.map(({ path, version }) => `${version ?? 'one of unknown version'} (${path})`).join(' or ');
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
