import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ensureGameServer, gameServerVersion } from './game-server.mjs';
import { importBuilt, lastLines, npm, root, run } from './run.mjs';
import { installSystemPackage, updatePackageLists } from './system-packages.mjs';
import { progress, Stop } from './terminal.mjs';
import { ensureUnpackedServer } from './unpacked-servers.mjs';

/**
 * Makes sure that the tests have a game server of every version that we speak.
 * @returns {Promise<Record<string, string>>} the environment of the tests: they take the system's server for one of 3.0
 */
async function ensureTestServers() {
  const system = await ensureGameServer();
  for (const series of ['3.1', '3.2']) await ensureUnpackedServer(series);
  const version = await gameServerVersion(system);
  return version?.startsWith('3.0.') ? {} : { FREECIV_SERVER: await ensureUnpackedServer('3.0') };
}

/**
 * Makes sure that everything is there that tests start.
 * @returns {Promise<Record<string, string>>} the environment of the tests
 */
export async function ensureTestPrograms() {
  const environment = await ensureTestServers();
  await ensurePython();
  await ensurePythonTools();
  await ensureSandbox();
  await ensureBrowser();
  await ensurePrometheus();
  await ensureRedis();
  await ensureCheckers();
  return environment;
}

const path = '/usr/bin/chromium';

/** Makes sure that there is a browser for the tests of the page; test/browser/support/browser.ts looks there. */
async function ensureBrowser() {
  if (existsSync(path)) return;
  if ((await installSystemPackage('chromium')) && existsSync(path)) return;
  throw new Stop(
    `${path} is missing, and the tests of the page need it. Debian: sudo apt-get install chromium`,
  );
}

/** The one that is asked for, or the system's first: a package of the system is of no use to another one. */
const pythons = process.env.PYTHON ? [process.env.PYTHON] : ['/usr/bin/python3', 'python3'];

/** Makes sure that there is a Python with the websockets package, which the Python package needs. */
async function ensurePython() {
  if ((await findPython()) !== undefined) return;
  await installSystemPackage('python3-websockets');
  if ((await findPython()) !== undefined) return;
  throw new Stop(
    'The tests of the Python package need Python with its websockets package: pip install websockets',
  );
}

/** Makes sure that the Python of the tests builds a wheel and installs it, without a package index. */
async function ensurePythonTools() {
  const python = (await findPython()) ?? 'python3';
  const names = ['ensurepip', 'pip', 'setuptools', 'venv', 'wheel'];
  const script = 'import importlib.util, sys; sys.exit(not all(map(importlib.util.find_spec, sys.argv[1:])))';
  const hasTools = async () => (await run(python, ['-c', script, ...names])).code === 0;
  if (await hasTools()) return;
  for (const name of ['pip', 'setuptools', 'venv', 'wheel']) await installSystemPackage(`python3-${name}`);
  if (await hasTools()) return;
  throw new Stop(
    'The tests of the Python package need pip, setuptools, venv and wheel. Debian: sudo apt-get install python3-pip python3-setuptools python3-venv python3-wheel',
  );
}

/** A Python that has websockets. @returns {Promise<string | undefined>} */
export async function findPython() {
  for (const python of pythons) {
    if ((await run(python, ['-c', 'import websockets'])).code === 0) return python;
  }
  return undefined;
}

/** Installs bubblewrap, which isolates the game servers of users other than root; without it they run without isolation. */
async function ensureSandbox() {
  if ((await run('bwrap', ['--version'])).code !== 0) await installSystemPackage('bubblewrap');
}

/** What checks the files of deploy. @type {ReadonlyMap<string, string>} program and Debian package */
const checkers = new Map([
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/bin/systemd-analyze', 'systemd'],
]);

/** Makes sure that the files of deploy can be checked by those who read them. */
async function ensureCheckers() {
  for (const [program, name] of checkers) {
    if (existsSync(program)) continue;
    if ((await installSystemPackage(name)) && existsSync(program)) continue;
    throw new Stop(
      `${program} is missing, and the tests of deploy need it. Debian: sudo apt-get install ${name}`,
    );
  }
}

const unpacked = join(root, 'build/prometheus');

/**
 * The folder with `prometheus` and `promtool`, which only tests use; undefined when there is none.
 * @returns {string | undefined}
 */
export function findPrometheus({ PATH } = process.env) {
  const folders = [...(PATH ?? '').split(delimiter), '/usr/bin', join(unpacked, 'usr/bin')];
  return folders.find((folder) =>
    ['prometheus', 'promtool'].every((name) => folder !== '' && existsSync(join(folder, name))),
  );
}

/**
 * Makes sure that the tests have a Prometheus. Debian's packages are unpacked into build, not installed: installed
 * they would start a service.
 */
async function ensurePrometheus() {
  if (findPrometheus() !== undefined) return;
  await progress('Fetching Prometheus for the tests', fetchPackages);
  if (findPrometheus() !== undefined) return;
  throw new Stop('The tests need prometheus and promtool on PATH: https://prometheus.io/download/');
}

async function fetchPackages() {
  rmSync(unpacked, { recursive: true, force: true });
  mkdirSync(unpacked, { recursive: true });
  await unpackPackage('prometheus');
  // From Debian 13 on it is a package of its own.
  if (findPrometheus() === undefined) await unpackPackage('promtool');
}

/** @param {string} name */
async function unpackPackage(name) {
  const download = () => run('env', ['-C', unpacked, 'apt-get', 'download', name]);
  let { code, output } = await download();
  if (code !== 0) {
    // A fresh machine has no list of packages.
    await updatePackageLists();
    ({ code, output } = await download());
  }
  const file = readdirSync(unpacked).find((entry) => entry.endsWith('.deb'));
  if (code !== 0 || file === undefined) {
    throw new Stop(
      `The tests need prometheus and promtool on PATH; apt-get download failed:\n${lastLines(output)}`,
    );
  }
  await run('dpkg-deb', ['-x', join(unpacked, file), unpacked]);
  rmSync(join(unpacked, file));
}

/** Debian's server and its check of files are one program, which acts as it is called; redis-tools has it and no service. */
const redisProgram = '/usr/bin/redis-check-rdb';

/**
 * The program of a Redis server, to be started under the name `redis-server`; undefined when there is none.
 * @returns {string | undefined}
 */
export function findRedis({ PATH } = process.env) {
  const folders = [...(PATH ?? '').split(delimiter), '/usr/bin'].filter((folder) => folder !== '');
  return [...folders.map((folder) => join(folder, 'redis-server')), redisProgram].find(existsSync);
}

/** Makes sure that the tests have a Redis server. No service is installed or started. */
async function ensureRedis() {
  if (findRedis() !== undefined) return;
  await installSystemPackage('redis-tools');
  if (findRedis() !== undefined) return;
  throw new Stop('The tests need redis-server on PATH. Debian: sudo apt-get install redis-tools');
}

const uws = join(root, 'build/uws');

/**
 * Installs uWebSockets.js for the tests in a folder of its own, which vitest.config.ts names; where it has not been built for
 * this platform and Node, the tests run without. Needs what `npm run build` makes.
 */
export async function ensureUws() {
  const { loadUws, UWS_PACKAGE } = await importBuilt('dist/features/uws/choose-transport.js');
  const [name, version] = UWS_PACKAGE.split(/(?<=.)@/);
  const manifest = join(uws, 'node_modules', name, 'package.json');
  const installed = existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
  if (installed === version || loadUws().ok) return;
  mkdirSync(uws, { recursive: true });
  const args = ['install', '--prefix', uws, '--no-save', '--no-package-lock', UWS_PACKAGE];
  const { code, output } = await progress('Installing uWebSockets.js for the tests', () =>
    run(...npm(...args)),
  );
  const isBuiltFor = process.platform === 'linux' && process.arch === 'x64';
  if (code !== 0 && isBuiltFor) throw new Stop(`npm install ${UWS_PACKAGE} failed:\n${lastLines(output)}`);
}
