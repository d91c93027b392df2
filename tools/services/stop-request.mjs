/** npm passes on a signal that the terminal has sent us already: within this time it is the same key press. */
const samePressMs = 500;

/** How often we look whether npm is still there: it is killed with SIGKILL when somebody loses patience. */
const parentLookMs = 1000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Where the wish to stop comes from; tests give their own.
 * @typedef {object} StopSource
 * @property {import('node:events').EventEmitter} events emits the signals
 * @property {boolean} throughNpm
 * @property {() => number} parentId
 */

/** @returns {StopSource} */
function ourProcess() {
  const throughNpm = process.env.npm_lifecycle_event !== undefined;
  return { events: process, throughNpm, parentId: () => process.ppid };
}

/**
 * Listens for Ctrl-C, SIGTERM, a closed terminal, and the end of the npm that runs us.
 * @param {StopSource} [source]
 * @returns {{ asked: Promise<'asked'>, forced: Promise<void>, dispose(): void }} `forced` resolves on a second Ctrl-C
 */
export function stopRequest({ events, throughNpm, parentId } = ourProcess()) {
  /** @type {number | undefined} */
  let first;
  /** @type {(value: 'asked') => void} */
  let ask;
  /** @type {() => void} */
  let force;
  const asked = new Promise((resolve) => {
    ask = resolve;
  });
  const forced = new Promise((resolve) => {
    force = () => resolve(undefined);
  });
  const onSignal = () => {
    if (first === undefined) {
      first = performance.now();
      ask('asked');
    } else if (performance.now() - first > samePressMs) {
      force();
    }
  };
  for (const signal of signals) events.on(signal, onSignal);
  const parent = parentId();
  const look = setInterval(() => {
    if (throughNpm && parentId() !== parent) ask('asked');
  }, parentLookMs);
  return {
    asked,
    forced,
    dispose: () => {
      clearInterval(look);
      for (const signal of signals) events.off(signal, onSignal);
    },
  };
}
