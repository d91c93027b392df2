import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines, npm, root, run } from './run.mjs';
import { progress, Stop } from './terminal.mjs';

/** Whether version `own` is at least `least`, both as 1.2.3. @param {string} own @param {string} least */
export function atLeast(own, least) {
  const numbers = (/** @type {string} */ text) => text.split('.').map(Number);
  const a = numbers(own);
  const b = numbers(least);
  for (let i = 0; i < 3; i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}

/** The oldest version that package.json allows. @returns {string} */
export function leastNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return engines.node.replace('>=', '');
}

/** Stops when this Node is older than package.json asks for. */
export function checkNode(own = process.versions.node) {
  const least = leastNode();
  if (!atLeast(own, least)) throw new Stop(`Node ${least} or later is needed; this is ${own}.`);
}

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} LockEntry */

/** Installs the npm packages of package-lock.json unless exactly those are there. */
export async function installPackages() {
  if (packagesInstalled()) return;
  // The tools are development packages, and a production setting would leave them out.
  const { code, output } = await progress('Installing npm packages', () =>
    run(...npm('ci', '--include=dev')),
  );
  if (code !== 0) throw new Stop(`npm ci failed:\n${lastLines(output)}`);
}

/** Whether exactly the packages of package-lock.json are there. */
export function packagesInstalled() {
  return installedAs(root);
}

/** Whether exactly the packages of the lock file of a folder are there. @param {string} folder */
export function installedAs(folder) {
  const lock = packagesOf(join(folder, 'package-lock.json'));
  return packagesMatch(lock, packagesOf(join(folder, 'node_modules/.package-lock.json')));
}

/**
 * Whether what is installed is what is locked. Times of files would say the wrong thing after a checkout.
 * @param {Record<string, LockEntry>} lock
 * @param {Record<string, LockEntry>} installed
 */
export function packagesMatch(lock, installed) {
  return Object.entries(lock).every(([path, wanted]) => {
    const found = installed[path];
    // Packages for other platforms stay away.
    if (found === undefined) return path === '' || wanted.optional === true || wanted.devOptional === true;
    return found.version === wanted.version;
  });
}

/** @param {string} file @returns {Record<string, LockEntry>} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

const sources = [
  'shared',
  'proxy',
  'gateway',
  'features',
  'services',
  'web',
  'agent',
  'tools/build.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
];
const stamp = join(root, 'dist/.built');

/** Compiles the sources into dist unless dist is newer than all of them. */
export async function build() {
  const begin = new Date();
  if (newest(sources.map((name) => join(root, name))) < timeOf(stamp)) return;
  const { code, output } = await progress('Building', () => run(...npm('run', '--silent', 'build')));
  if (code !== 0) throw new Stop(`The build failed:\n${lastLines(output)}`);
  writeFileSync(stamp, '');
  // What was edited while the compiler ran is newer than this.
  utimesSync(stamp, begin, begin);
}

/** When the newest of these files, and of all below them, was changed. @param {readonly string[]} paths */
function newest(paths) {
  let latest = 0;
  for (const path of paths) {
    const { mtimeMs } = statSync(path);
    const below = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [];
    // A folder's own time tells of files that were removed.
    latest = Math.max(latest, mtimeMs, newest(below));
  }
  return latest;
}

/** @param {string} path */
function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
