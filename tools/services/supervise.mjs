import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from './service.mjs';

const firstWaitMs = 500;
const maxWaitMs = 30_000;
/** A service that ran for this long is not in a crash loop: its next end counts as the first. */
const healthyMs = 10_000;

/** @typedef {import('./service.mjs').Address} Address */
/** @typedef {import('./service.mjs').Service} Service */

/**
 * Time and processes, for tests to replace.
 * @typedef {object} World
 * @property {(name: string, environment: Record<string, string | undefined>) => Service} start
 * @property {(milliseconds: number, signal: AbortSignal) => Promise<unknown>} wait rejects when aborted
 * @property {() => number} monotonic milliseconds
 * @property {(line: string) => void} say
 */

/**
 * @typedef {object} Supervised
 * @property {Promise<Address>} ready the first start; fails with a Stop when that did not succeed
 * @property {(patienceMs: number) => Promise<void>} stop for good; resolves when the process is gone
 * @property {() => void} kill
 */

/** @type {World} */
const system = {
  start: startService,
  wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  monotonic: () => performance.now(),
  say: (line) => process.stderr.write(`${line}\n`),
};

/**
 * Starts a service, and starts it again whenever it ends: after 0.5 s, doubled up to 30 s until it has run for 10 s.
 * A first start that fails is final: a bad setting stays bad.
 * @param {string} name
 * @param {Record<string, string | undefined>} environment with a port of its own, the same for each start
 * @param {World} world
 * @returns {Supervised}
 */
export function supervise(name, environment, world = system) {
  const stopping = new AbortController();
  let service = world.start(name, environment);
  let since = world.monotonic();
  const { ready } = service;
  const done = ready.then(goOn, () => undefined);
  return {
    ready,
    kill: () => service.kill(),
    async stop(patienceMs) {
      stopping.abort();
      await service.stop(patienceMs);
      await done;
    },
  };

  async function goOn() {
    for (let failures = 0; ; failures++) {
      const end = await service.ended;
      if (stopping.signal.aborted) return;
      if (world.monotonic() - since >= healthyMs) failures = 0;
      const delay = Math.min(maxWaitMs, firstWaitMs * 2 ** failures);
      world.say(`${end} It is started again in ${delay / 1000} s.`);
      if (!(await waited(delay))) return;
      const next = world.start(name, environment);
      service = next;
      since = world.monotonic();
      // One that does not get ready in time is stuck.
      next.ready.catch(() => next.kill());
    }
  }

  /** @param {number} delay @returns {Promise<boolean>} false when we are to stop */
  function waited(delay) {
    return world.wait(delay, stopping.signal).then(
      () => !stopping.signal.aborted,
      () => false,
    );
  }
}
