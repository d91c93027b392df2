import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { broken, fine, note, reasonOf } from './finding.mjs';

/** @typedef {import('./finding.mjs').Environment} Environment */
/** @typedef {import('./finding.mjs').Finding} Finding */

/** A game of 200 turns takes about 20 MB. */
const fewBytes = 1e9;
const tooFewBytes = 1e8;

/** @param {Environment} environment */
export function dataDir({ DATA_DIR }) {
  return resolve(DATA_DIR || './data');
}

/** Writes a file and takes it away again. @param {Environment} environment @returns {Finding} */
export function dataFolder(environment) {
  const folder = dataDir(environment);
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, 'x');
    rmSync(probe);
    return fine('data folder', folder);
  } catch (error) {
    const mend = 'set DATA_DIR to a folder you may write in, or change its owner: chown -R "$USER" …';
    return broken('data folder', `nothing can be written in ${folder}: ${reasonOf(error)}`, mend);
  }
}

/** Node's own `recursive` never ends where the system says that a folder it just refused is missing, as in /proc. @param {string} folder */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** @param {Environment} environment @returns {Finding} */
export function diskSpace(environment) {
  const folder = dataDir(environment);
  const free = freeBytes(folder);
  if (free === undefined) return note('disk space', 'cannot be told', 'see to the data folder first');
  const found = `${(free / 1e9).toFixed(1)} GB free at ${folder}`;
  const mend =
    'remove old games (npm run games -- delete …), lower ARCHIVE_MAX_GB, or set DATA_DIR elsewhere';
  if (free < tooFewBytes) return broken('disk space', found, mend);
  return free < fewBytes ? note('disk space', found, mend) : fine('disk space', found);
}

/** Of the folder, or of the nearest above that exists. @param {string} folder @returns {number | undefined} */
function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    const above = dirname(folder);
    return above === folder ? undefined : freeBytes(above);
  }
}
