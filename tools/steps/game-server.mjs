import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run } from './run.mjs';
import { installSystemPackage } from './system-packages.mjs';
import { Stop } from './terminal.mjs';
import { ensureOwnServer, unpackedServers } from './unpacked-servers.mjs';

/** @typedef {{ path: string, version: string | undefined }} FoundServer the version as it says itself */

const name = 'freeciv-server';
const gamesFolders = ['/usr/games', '/usr/local/games'];
/** Where Homebrew, Snap and Flatpak put programs. */
const otherFolders = [
  '/opt/homebrew/bin',
  '/usr/local/bin',
  '/home/linuxbrew/.linuxbrew/bin',
  '/snap/bin',
  '/var/lib/flatpak/exports/bin',
];
/** The commands that install the game server, for a message. */
export const howToInstall =
  'Debian/Ubuntu: sudo apt-get install freeciv-server · Fedora: sudo dnf install freeciv · ' +
  'Arch: sudo pacman -S freeciv · Homebrew: brew install freeciv';

/**
 * Where game servers may be: the same places as proxy/games/server/server-binary.ts, which is not built yet.
 * @param {Record<string, string | undefined>} environment
 */
export function serverCandidates({ FREECIV_SERVER, PATH }) {
  if (FREECIV_SERVER) return partsOf(FREECIV_SERVER);
  const folders = new Set([...gamesFolders, ...partsOf(PATH ?? ''), ...otherFolders]);
  return [...folders].map((folder) => join(folder, name));
}

/** @param {string} list */
function partsOf(list) {
  return list.split(delimiter).filter((part) => part !== '');
}

/**
 * Makes sure that there is a game server of a version we speak: installed, or unpacked in a folder of our own where
 * nothing may be installed.
 * @returns {Promise<string>} its path
 */
export async function ensureGameServer(environment = process.env) {
  const [best] = await ensureGameServers(environment);
  return best ?? '';
}

/**
 * The same; the paths of all that are there.
 * @returns {Promise<string[]>} the one that games get unless they ask for another first
 */
export async function ensureGameServers(environment = process.env) {
  const isGiven = Boolean(environment.FREECIV_SERVER);
  let found = await gameServers(environment);
  if (found.length === 0 && isGiven)
    throw new Stop(`FREECIV_SERVER: there is no program at ${environment.FREECIV_SERVER}.`);
  if (found.length === 0 && (await installSystemPackage(name))) found = await gameServers(environment);
  let usable = found.filter(isUsable);
  if (usable.length === 0 && !isGiven) {
    // Why it cannot be fetched matters less than what to install.
    const own = await ensureOwnServer().catch(() => undefined);
    if (own !== undefined) usable = [{ path: own, version: await gameServerVersion(own) }].filter(isUsable);
  }
  const [first] = found;
  if (usable.length > 0) return usable.map(({ path }) => path);
  if (first?.version !== undefined) throw new Stop(`${unsupportedSentence(first.path, first.version)}.`);
  const versions = supportedSeries().join(' or ');
  throw new Stop(`${name} ${versions} is missing. Install it and start again: ${howToInstall}`);
}

/**
 * All game servers that are there, best first; those that we have unpacked last.
 * @param {Record<string, string | undefined>} environment @returns {Promise<FoundServer[]>}
 */
export async function gameServers(environment) {
  const own = environment.FREECIV_SERVER ? [] : unpackedServers();
  const paths = [...serverCandidates(environment), ...own].filter(isProgram);
  return Promise.all(paths.map(async (path) => ({ path, version: await gameServerVersion(path) })));
}

/** A program that does not say its version is tried. @param {FoundServer} server */
export function isUsable({ version }) {
  return version === undefined || supportedSeries().some((series) => version.startsWith(`${series}.`));
}

/**
 * The words of proxy/games/server/server-binary.ts, which is not built yet.
 * @param {string} path @param {string} version
 */
export function unsupportedSentence(path, version) {
  const spoken = supportedSeries();
  const advice = `install ${name} ${spoken.join(' or ')} beside it and set FREECIV_SERVER to its path`;
  return `${path} has version ${version}, and this gateway speaks ${spoken.join(', ')}: ${advice}`;
}

/** As it says itself; undefined when it says none. @param {string} binary */
export async function gameServerVersion(binary) {
  const { output } = await run(binary, ['--version']);
  return /version ([\d.]+)/.exec(output)?.[1];
}

/** The versions that games are played on. In the installed package there is only what was built. @returns {string[]} */
export function supportedSeries() {
  const files = ['proxy/freeciv/tables/supported.json', 'dist/proxy/freeciv/tables/supported.json'];
  const file = files.map((path) => join(root, path)).find((path) => existsSync(path));
  return file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'));
}

/** The path of the first that can be run. @param {Record<string, string | undefined>} environment */
export function findGameServer(environment) {
  return [...serverCandidates(environment), ...(environment.FREECIV_SERVER ? [] : unpackedServers())].find(
    isProgram,
  );
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
