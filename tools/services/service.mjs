import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../steps/run.mjs';
import { Stop } from '../steps/terminal.mjs';
import { readableLogs } from './readable-logs.mjs';

const readyMs = 30_000;
/** How long each service has to end after SIGTERM: more than the time after which it exits by itself. */
export const patienceMs = { gateway: 12_000, proxy: 25_000 };
const guard = new URL('./parent-guard.mjs', import.meta.url).href;

/**
 * @typedef {{ host: string, port: number }} Address
 * @typedef {object} Service
 * @property {string} name
 * @property {Promise<Address>} ready where it listens; fails with a Stop when it cannot start
 * @property {Promise<string>} ended how it ended, as a sentence; never fails
 * @property {(patienceMs: number) => Promise<void>} stop SIGTERM, SIGKILL after the patience; resolves when it is gone
 * @property {() => void} kill
 */

/**
 * Starts dist/services/{name}/main.js as a process of its own session: Ctrl-C in the terminal reaches only the launcher, which
 * stops the services in their order. The service says `{type: 'ready', host, port}` over IPC when it listens.
 * @param {string} name
 * @param {Record<string, string | undefined>} environment
 * @returns {Service}
 */
export function startService(name, environment) {
  const child = spawn(process.execPath, ['--import', guard, join(root, 'dist/services', name, 'main.js')], {
    cwd: root,
    env: environment,
    detached: true,
    stdio: ['ignore', 'inherit', process.stderr.isTTY ? 'pipe' : 'inherit', 'ipc'],
  });
  if (child.stderr !== null) readableLogs(child.stderr, process.stderr);
  const exited = new Promise((resolve) => {
    child.once('error', (error) => resolve(`The ${name} could not be started: ${error.message}.`));
    child.once('exit', (code, signal) => resolve(endSentence(name, code, signal)));
  });
  return {
    name,
    ready: readiness(name, child, exited),
    ended: exited,
    stop,
    kill: () => child.kill('SIGKILL'),
  };

  /** @param {number} patienceMs */
  async function stop(patienceMs) {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
    await exited;
    clearTimeout(timer);
  }
}

/**
 * How a service ended, and what to do where that is known: Node ends itself by SIGABRT when its heap is full, and with the same games
 * the next one would, too.
 * @param {string} name
 * @param {number | null} code
 * @param {NodeJS.Signals | null} signal
 */
export function endSentence(name, code, signal) {
  if (signal === null) return `The ${name} ended with code ${code}.`;
  if (signal !== 'SIGABRT') return `The ${name} was ended by ${signal}.`;
  const advice = 'give it more by NODE_OPTIONS=--max-old-space-size=MEGABYTES, or set a lower MAX_GAMES';
  return `The ${name} was ended by SIGABRT. If it was out of memory ("heap" above): ${advice}.`;
}

/**
 * @param {string} name
 * @param {import('node:child_process').ChildProcess} child
 * @param {Promise<string>} exited
 * @returns {Promise<Address>}
 */
function readiness(name, child, exited) {
  const ready = new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Stop(`The ${name} is not ready after ${readyMs / 1000} s.`)),
      readyMs,
    );
    child.on('message', (message) => {
      const address = readyMessage(message);
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    exited.then((sentence) => {
      clearTimeout(timer);
      // With a code of its own it has said why in a line of its own.
      reject(new Stop(child.exitCode === null ? sentence : ''));
    });
  });
  // A service that stops before it is ready does not wait for it.
  ready.catch(() => {});
  return ready;
}

/** @param {unknown} message @returns {Address | undefined} */
function readyMessage(message) {
  if (typeof message !== 'object' || message === null || !('type' in message) || message.type !== 'ready') {
    return undefined;
  }
  if (!('host' in message) || typeof message.host !== 'string') return undefined;
  if (!('port' in message) || typeof message.port !== 'number') return undefined;
  return { host: message.host, port: message.port };
}
