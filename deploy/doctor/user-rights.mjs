import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findGameServer } from '../steps/game-server.mjs';
import { dataDir, dataFolder } from './disk.mjs';
import { broken, fine, note, reasonOf } from './finding.mjs';

/** @typedef {import('./finding.mjs').Environment} Environment */
/** @typedef {import('./finding.mjs').Finding} Finding */
/** @typedef {{ uid: number, gid: number }} Account */

const subject = 'user of game servers';
/** Writes where the game server saves, and looks whether it may run; both as its user. */
const script = ': > probe && rm probe && "$0" --version > /dev/null';

/**
 * freeciv-server refuses to run as root, who hands it to another user; everybody else runs it themselves. Either must be
 * able to run the program and to write in the data folder.
 * @param {Environment} environment
 * @returns {Promise<Finding>}
 */
export async function userRights(environment) {
  const name = environment.FREECIV_USER || 'nobody';
  const isRoot = process.getuid?.() === 0;
  const account = isRoot ? accountOf(name) : undefined;
  if (isRoot && (account === undefined || account.uid === 0)) {
    const found = account === undefined ? `there is no user ${name}` : 'freeciv-server does not run as root';
    return broken(subject, found, `set FREECIV_USER to a user other than root: useradd --system freeciv`);
  }
  const who = isRoot ? `${name}, because we are root` : 'ourselves';
  const binary = findGameServer(environment);
  if (binary === undefined) return note(subject, who, 'see to freeciv-server first');
  if (dataFolder(environment).state !== 'fine') return note(subject, who, 'see to the data folder first');
  const problem = await tryAs(account, binary, dataDir(environment));
  if (problem === undefined) return fine(subject, who);
  const mend =
    'let that user run the program and enter the data folder (chmod, chown), or set FREECIV_USER or DATA_DIR';
  return broken(subject, `${who}: ${problem}`, mend);
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

/** @param {string} name @returns {Account | undefined} */
function accountOf(name) {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) };
}
