/** npm passes on a signal that the terminal has sent us already: within this time it is the same key press. */
const samePressMs = 500;

/** How often we look whether npm is still there: it is killed with SIGKILL when somebody loses patience. */
const parentLookMs = 1000;

/**
 * Listens for Ctrl-C, SIGTERM, a closed terminal, and the end of the npm that runs us.
 * @returns {{ asked: Promise<'asked'>, forced: Promise<void>, dispose(): void }} `forced` resolves on a second Ctrl-C
 */
export function stopRequest() {
  let first = 0;
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
    if (first === 0) {
      first = Date.now();
      ask('asked');
    } else if (Date.now() - first > samePressMs) {
      force();
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, onSignal);
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== parent) ask('asked');
  }, parentLookMs);
  return {
    asked,
    forced,
    dispose: () => {
      clearInterval(look);
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}
