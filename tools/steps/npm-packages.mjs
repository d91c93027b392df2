import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folders.mjs';
import { progress } from './progress.mjs';
import { lastLines, run } from './run.mjs';
import { Stop } from './stop.mjs';

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} LockEntry */

/** Installs the npm packages of package-lock.json unless exactly those are there. */
export async function installPackages() {
  if (packagesInstalled()) return;
  // The tools are development packages, and a production setting would leave them out.
  const { code, output } = await progress('Installing npm packages', () =>
    run('npm', ['ci', '--include=dev']),
  );
  if (code !== 0) throw new Stop(`npm ci failed:\n${lastLines(output)}`);
}

/** Whether exactly the packages of package-lock.json are there. */
export function packagesInstalled() {
  const lock = packagesOf(join(root, 'package-lock.json'));
  return packagesMatch(lock, packagesOf(join(root, 'node_modules/.package-lock.json')));
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
