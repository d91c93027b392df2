import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { alive, processTree } from './process-tree.mjs';
import { Stop } from './terminal.mjs';

/** The root folder of the repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The program of vitest, for Node: the shell script that npm links does not run on Windows. */
export const vitest = join(root, 'node_modules/vitest/vitest.mjs');

const isWindows = process.platform === 'win32';
/** How long a program may take to end after a signal until it is killed. */
const MAX_ENDING_MS = 15_000;
/** @type {readonly NodeJS.Signals[]} */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/** @typedef {Record<string, string | undefined>} Environment */

/**
 * @typedef {object} Ran
 * @property {number} code the exit code; 127 when the program could not be started
 * @property {string} output the end of what it printed on both streams, at most 64 KiB
 */

/**
 * Runs a program to its end without a terminal and keeps what it prints. SIGINT, SIGTERM and SIGHUP end it, and reject
 * with a Stop.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Environment} [environment] on top of ours
 * @param {boolean} [isInBackground] whether what runs beside it comes first
 * @returns {Promise<Ran>}
 */
export async function run(program, args, environment = {}, isInBackground = false) {
  const child = spawn(program, [...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    detached: !isWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (isInBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  let output = '';
  const keep = (/** @type {Buffer | Error} */ chunk) => {
    output = (output + (chunk instanceof Error ? chunk.message : chunk)).slice(-64 * 1024);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', keep);
  return { code: await endOf(child), output };
}

/**
 * Runs a program to its end with its output on our own streams. SIGINT, SIGTERM and SIGHUP end it, and reject with a Stop.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {Environment} [environment] on top of ours
 * @returns {Promise<number>} its exit code; 127 when it could not be started
 */
export function runShown(program, args, environment = {}) {
  const child = spawn(program, [...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    detached: !isWindows,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return endOf(child);
}

/**
 * Waits for the end of a child that leads a process group of its own, so that only we hear the Ctrl-C of the terminal.
 * A signal is passed on; then we wait for the child and for everything that it has started.
 * @param {ChildProcess} child
 * @returns {Promise<number>} the exit code
 */
async function endOf(child) {
  const closed = new Promise((resolve) => {
    child.once('error', () => resolve(127));
    child.once('close', (code) => resolve(code ?? 1));
  });
  /** @type {Promise<number> | undefined} */
  let ending;
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => {
    ending ??= endTree(child, signal).then(() => 128 + constants.signals[signal]);
  };
  for (const signal of stopSignals) process.on(signal, onSignal);
  try {
    const code = await closed;
    if (ending !== undefined) throw new Stop('', await ending);
    return code;
  } finally {
    for (const signal of stopSignals) process.off(signal, onSignal);
  }
}

/**
 * Ends a child and all its descendants: those that are left when the child has ended get SIGTERM, and SIGKILL when they
 * take too long.
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
async function endTree(child, signal) {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  // Listed now: descendants that outlive their parent could not be found later.
  const tree = processTree(child.pid);
  send(isWindows ? child.pid : -child.pid, signal);
  await Promise.race([once(child, 'exit'), sleep(MAX_ENDING_MS, undefined, { ref: false })]);
  for (const pid of alive(tree)) send(pid, 'SIGTERM');
  const deadline = performance.now() + MAX_ENDING_MS;
  while (alive(tree).length > 0 && performance.now() < deadline) await sleep(50);
  for (const pid of alive(tree)) send(pid, 'SIGKILL');
}

/** @param {number} pid of a process, or minus that of a group @param {NodeJS.Signals} signal */
function send(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/**
 * The program and arguments that run npm: the npm that runs us, if there is one. On Windows `npm` is a shell script, which
 * cannot be spawned.
 * @param {string[]} args
 * @returns {[program: string, args: string[]]}
 */
export function npm(...args) {
  const { npm_execpath: path } = process.env;
  return path?.endsWith('npm-cli.js') ? [process.execPath, [path, ...args]] : ['npm', args];
}

/**
 * Loads a module that `npm run build` has made: the tools themselves run before anything is built.
 * @param {string} path from the root of the repository, dist/...
 */
export function importBuilt(path) {
  return import(pathToFileURL(join(root, path)).href);
}

/** The last lines of a long output, for an error message. @param {string} output */
export function lastLines(output, count = 15) {
  return output.trimEnd().split('\n').slice(-count).join('\n');
}
