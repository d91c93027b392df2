import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { root, run } from './run.mjs';
import { installSystemPackage } from './system-packages.mjs';
import { Stop } from './terminal.mjs';

const name = 'freeciv-server';
/** The commands that install the game server, for a message. */
export const howToInstall =
  'Debian/Ubuntu: sudo apt-get install freeciv-server · Fedora: sudo dnf install freeciv · ' +
  'Arch: sudo pacman -S freeciv · Homebrew: brew install freeciv';

/**
 * Where the game server may be: the same places as proxy/games/server/server-binary.ts, which is not built yet.
 * @param {Record<string, string | undefined>} environment
 */
export function serverCandidates({ FREECIV_SERVER, PATH }) {
  if (FREECIV_SERVER) return [FREECIV_SERVER];
  const folders = (PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return ['/usr/games', '/usr/local/games', ...folders].map((folder) => join(folder, name));
}

/**
 * Makes sure that there is a game server of a version we speak.
 * @returns {Promise<string>} its path
 */
export async function ensureGameServer(environment = process.env) {
  let binary = findGameServer(environment);
  if (binary === undefined && environment.FREECIV_SERVER) {
    throw new Stop(`FREECIV_SERVER: there is no program at ${environment.FREECIV_SERVER}.`);
  }
  if (binary === undefined && (await installSystemPackage(name))) binary = findGameServer(environment);
  if (binary === undefined) {
    throw new Stop(
      `${name} ${supportedSeries().join(' or ')} is missing. Install it and start again: ${howToInstall}`,
    );
  }
  await checkVersion(binary);
  return binary;
}

/** @param {string} binary */
async function checkVersion(binary) {
  const version = await gameServerVersion(binary);
  if (version !== undefined && !isSupportedVersion(version))
    throw new Stop(`${unsupportedSentence(binary, version)}.`);
}

/** @param {string} version */
export function isSupportedVersion(version) {
  return supportedSeries().some((series) => version.startsWith(`${series}.`));
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
  return serverCandidates(environment).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
