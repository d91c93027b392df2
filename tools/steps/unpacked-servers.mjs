import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { lastLines, root, run } from './run.mjs';
import { progress, Stop } from './terminal.mjs';

/**
 * Game servers of other versions than the system's, unpacked from Debian packages with their libraries and loader. They
 * need no right on the system and change nothing in it.
 */

/** The Debian suites whose freeciv-server has these versions. @type {ReadonlyMap<string, string>} */
const suites = new Map([
  ['3.0', 'bookworm'],
  ['3.1', 'trixie'],
  ['3.2', 'sid'],
]);

/** Servers of root have accounts of their own, which cannot enter a project in /root. */
const servers = join(
  process.getuid?.() === 0 && !isOpenToAll(root) ? '/var/cache/freeciv-llm-gateway' : join(root, 'build'),
  'freeciv-servers',
);

/** The folder of a server of the system's own suite. */
const OWN = 'own';

/** Whether every account may enter a folder and all those above it. @param {string} folder @returns {boolean} */
function isOpenToAll(folder) {
  const above = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (above === folder || isOpenToAll(above));
}

/** The programs of all game servers that are unpacked. @returns {string[]} */
export function unpackedServers() {
  const names = existsSync(servers) ? readdirSync(servers) : [];
  return names.filter((name) => name === OWN || suites.has(name)).map(unpackedServer);
}

/**
 * Unpacks the game server that this system would install, where it is Debian or Ubuntu and has packages of it; for users
 * without the right to install.
 * @returns {Promise<string | undefined>} its path; undefined where that cannot be
 */
export async function ensureOwnServer() {
  if (isUnpacked(OWN)) return unpackedServer(OWN);
  for (const tool of ['apt-get', 'dpkg-deb'])
    if ((await run(tool, ['--version'])).code !== 0) return undefined;
  await progress('Fetching freeciv-server', () => fetchServer(OWN, undefined));
  return unpackedServer(OWN);
}

/** The program of an unpacked game server, whether it is there or not. @param {string} series such as 3.1 */
function unpackedServer(series) {
  return join(servers, series, 'freeciv-server');
}

/** Whether the game server of a version is unpacked. @param {string} series */
function isUnpacked(series) {
  try {
    accessSync(unpackedServer(series), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes sure that the game server of a version is unpacked. Stops when the system is not Debian, or its mirror does not answer.
 * @param {string} series @returns {Promise<string>} its path
 */
export async function ensureUnpackedServer(series) {
  if (!isUnpacked(series)) {
    const suite = suites.get(series);
    if (suite === undefined) throw new Stop(`There are no packages of freeciv-server ${series}.`);
    await progress(`Fetching freeciv-server ${series}`, () => fetchServer(series, suite));
  }
  return unpackedServer(series);
}

/** @param {string} series @param {string | undefined} suite that of the system without it */
async function fetchServer(series, suite) {
  const folder = join(servers, series);
  const unfinished = `${folder}.${process.pid}`;
  try {
    await downloadPackages(suite, unfinished);
    await unpack(unfinished);
    writeLauncher(unfinished);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Downloads freeciv-server and all it needs with an apt of our own: other lists, no installed packages, another cache.
 * Mirror and keyring are the system's; without a suite its whole list of sources.
 * @param {string | undefined} suite @param {string} folder
 */
async function downloadPackages(suite, folder) {
  mkdirSync(join(folder, 'lists/partial'), { recursive: true });
  mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true });
  writeFileSync(join(folder, 'status'), '');
  const own = {
    ...(suite === undefined ? {} : await sourcesOf(suite, folder)),
    'Dir::Etc::Preferences': '-',
    'Dir::Etc::PreferencesParts': '-',
    'Dir::State::Lists': join(folder, 'lists'),
    'Dir::State::status': join(folder, 'status'),
    'Dir::State::extended_states': join(folder, 'extended_states'),
    'Dir::Cache': join(folder, 'cache'),
    'Acquire::Languages': 'none',
    // The folder is ours alone, also for the user that apt would download as.
    'APT::Sandbox::User': '',
    'Debug::NoLocking': 'true',
  };
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`]);
  await aptGet([...options, 'update']);
  await aptGet([
    ...options,
    'install',
    '--yes',
    '--download-only',
    '--no-install-recommends',
    'freeciv-server',
  ]);
}

/** The options for another list of sources: this suite alone. @param {string} suite @param {string} folder */
async function sourcesOf(suite, folder) {
  const mirror = await debianMirror();
  const list = join(folder, 'sources.list');
  writeFileSync(list, `deb ${mirror.options}${mirror.uri} ${suite} main\n`);
  return { 'Dir::Etc::SourceList': list, 'Dir::Etc::SourceParts': '-', 'APT::Default-Release': suite };
}

/** @param {readonly string[]} args */
async function aptGet(args) {
  const { code, output } = await run('apt-get', args);
  if (code !== 0) throw new Stop(`apt-get ${args.at(-1)} failed:\n${lastLines(output)}`);
}

/** Where this system has its Debian packages from. */
async function debianMirror() {
  const format = '$(ORIGIN)|$(REPO_URI)|$(SIGNED_BY)|';
  const { code, output } = await run('apt-get', ['indextargets', '--format', format, 'Created-By: Packages']);
  const targets = code === 0 ? output.split('\n').map((line) => line.split('|')) : [];
  const [, uri, keyring] = targets.find(([origin]) => origin === 'Debian') ?? [];
  if (uri === undefined)
    throw new Stop(
      'Game servers of other versions come from Debian packages, and apt-get has no Debian mirror here.',
    );
  const signedBy = keyring?.startsWith('/') ? keyring : '/usr/share/keyrings/debian-archive-keyring.gpg';
  return { uri, options: existsSync(signedBy) ? `[signed-by=${signedBy}] ` : '' };
}

/** Unpacks all packages into `root` and removes what apt needed. @param {string} folder */
async function unpack(folder) {
  const archives = join(folder, 'cache/archives');
  for (const file of readdirSync(archives).filter((name) => name.endsWith('.deb'))) {
    const { code, output } = await run('dpkg-deb', ['-x', join(archives, file), join(folder, 'root')]);
    if (code !== 0) throw new Stop(`dpkg-deb -x ${file} failed:\n${lastLines(output)}`);
  }
  for (const name of ['cache', 'lists', 'status', 'sources.list', 'extended_states'])
    rmSync(join(folder, name), { recursive: true, force: true });
}

/** Writes the program that starts the server with its own loader, libraries and data. @param {string} folder */
function writeLauncher(folder) {
  // Before Debian 13 the loader and its library were in /lib.
  const folders = ['usr/lib', 'lib'].flatMap((parent) => librariesIn(folder, parent));
  const loader = folders.flatMap((libraries) => loadersIn(folder, libraries))[0];
  if (loader === undefined) throw new Stop('The packages of freeciv-server have no loader that we know.');
  const path = folders.map((libraries) => `$root/${libraries}`).join(':');
  const lines = [
    '#!/bin/sh',
    'root=$(dirname "$(readlink -f "$0")")/root',
    // Rulesets of the user's come first.
    '[ -z "$FREECIV_DATA_PATH" ] || FREECIV_DATA_PATH="$FREECIV_DATA_PATH:"',
    'export FREECIV_DATA_PATH="$FREECIV_DATA_PATH$root/usr/share/games/freeciv"',
    `exec "$root/${loader}" --library-path "${path}" "$root/usr/games/freeciv-server" "$@"`,
  ];
  writeFileSync(join(folder, 'freeciv-server'), `${lines.join('\n')}\n`);
  chmodSync(join(folder, 'freeciv-server'), 0o755);
}

/** The folders of libraries below `usr/lib` or `lib`. @param {string} folder @param {string} parent */
function librariesIn(folder, parent) {
  const above = join(folder, 'root', parent);
  const names = existsSync(above) ? readdirSync(above) : [];
  return names.filter((name) => name.endsWith('-linux-gnu')).map((name) => `${parent}/${name}`);
}

/** @param {string} folder @param {string} libraries */
function loadersIn(folder, libraries) {
  const names = readdirSync(join(folder, 'root', libraries));
  return names.filter((name) => /^ld-linux.*\.so\.\d+$/.test(name)).map((name) => `${libraries}/${name}`);
}
