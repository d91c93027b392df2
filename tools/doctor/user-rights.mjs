import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findGameServer } from '../steps/game-server.mjs';
import { run } from '../steps/run.mjs';
import { broken, fine, note, reasonOf } from './finding.mjs';
import { dataDir, dataFolder } from './machine.mjs';

/** @typedef {import('./finding.mjs').Environment} Environment */
/** @typedef {import('./finding.mjs').Finding} Finding */
/** @typedef {{ uid: number, gid: number }} Account */

const subject = 'user of game servers';
/** Writes where the game server saves, and looks whether it may run; both as its user. */
const script = ': > probe && rm probe && "$0" --version > /dev/null';

/** Where the launcher takes accounts from when it is root and FREECIV_UIDS is not set, see server-account.ts. */
const firstUid = 0x7000_0000;
/** What a sandbox needs, tried on a program that every system has. */
const sandboxTrial = ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', '/bin/true'];

/**
 * freeciv-server refuses to run as root, who gives each an account of its own; everybody else runs it themselves, in a
 * sandbox where there is one. Either must be able to run the program and to write in the data folder.
 * @param {Environment} environment
 * @returns {Promise<Finding>}
 */
export async function userRights(environment) {
  const id = Number(environment.FREECIV_UIDS?.split('-')[0] || firstUid);
  const account = process.getuid?.() === 0 ? { uid: id, gid: id } : undefined;
  const who = account === undefined ? 'ourselves' : 'an account for each, because we are root';
  const binary = findGameServer(environment);
  if (binary === undefined) return note(subject, who, 'see to freeciv-server first');
  if (dataFolder(environment).state !== 'fine') return note(subject, who, 'see to the data folder first');
  const problem = await tryAs(account, binary, dataDir(environment));
  if (problem !== undefined) {
    const fix =
      'let that user run the program and enter the data folder (chmod, chown), or set FREECIV_UIDS or DATA_DIR';
    return broken(subject, `${who}: ${problem}`, fix);
  }
  return account === undefined ? sandbox(environment.FREECIV_SANDBOX || 'auto') : fine(subject, who);
}

/** @param {string} wanted @returns {Promise<Finding>} */
async function sandbox(wanted) {
  if (wanted === 'off') return note(subject, 'ourselves, without a sandbox', 'FREECIV_SANDBOX is off');
  if ((await run('bwrap', sandboxTrial)).code === 0) return fine(subject, 'ourselves, in a sandbox');
  const found = 'ourselves, without a sandbox';
  const fix = 'a game server can read what we can: install bubblewrap to shut each in its own folder';
  return wanted === 'required' ? broken(subject, found, fix) : note(subject, found, fix);
}

/**
 * Does what the launcher of a game does: the folder is entered first, then the user changes.
 * @param {Account | undefined} account
 * @param {string} binary
 * @param {string} data
 * @returns {Promise<string | undefined>} what does not work
 */
async function tryAs(account, binary, data) {
  let folder = '';
  try {
    folder = mkdtempSync(join(data, '.doctor-'));
    if (account !== undefined) chownSync(folder, account.uid, account.gid);
    const child = spawn('/bin/sh', ['-c', script, binary], {
      ...account,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      said += text;
    });
    const [code] = await once(child, 'close');
    return code === 0 ? undefined : said.trim().split('\n').at(-1) || `exit code ${code}`;
  } catch (error) {
    return reasonOf(error);
  } finally {
    if (folder !== '') rmSync(folder, { recursive: true, force: true });
  }
}
