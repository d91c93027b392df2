import { readdirSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} Process
 * @property {number} pid
 * @property {number} parent
 * @property {string} state the letter of /proc/PID/stat: R, S, D, Z ...
 */

/** The processes of this machine, from /proc; none where there is no /proc. @returns {Process[]} */
function processes() {
  return numbersIn('/proc').flatMap((pid) => {
    try {
      // The name is in parentheses and may contain any character.
      const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return [{ pid, parent: Number(parent), state: state ?? '' }];
    } catch {
      return []; // it has ended meanwhile
    }
  });
}

/**
 * The ids of a process and of all its descendants, in whatever group or session they are.
 * @param {number} root
 */
export function processTree(root) {
  const all = processes();
  const found = [root];
  for (const pid of found)
    found.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return found;
}

/**
 * Those of the processes that still run. A zombie does not count: it has ended.
 * @param {readonly number[]} pids
 */
export function alive(pids) {
  return processes()
    .filter(({ pid, state }) => pids.includes(pid) && state !== 'Z' && state !== 'X')
    .map(({ pid }) => pid);
}

/** @param {string} folder */
function numbersIn(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** Ticks of the clock in which Linux counts processor time. */
const TICKS_PER_SECOND = 100;

/** Seconds of processor time of the programs that we have started and that have ended; 0 where there is no /proc. */
export function processorSeconds() {
  try {
    const [, , , , , , , , , , , , , user, system] =
      readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(user) + Number(system)) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
