import { checkedConfig, isWatchingOpen, withDefaults, withPorts } from './settings.mjs';
import { stopRequest } from './stop-request.mjs';
import { supervise } from './supervise.mjs';
import { welcome } from './welcome.mjs';

/** The gateway answers what is under way, then the proxy ends its game servers. */
const patienceMs = 12_000;

/** @typedef {import('./supervise.mjs').Supervised} Supervised */

/**
 * Runs proxy and gateway until a signal, each started again when it ends; then stops them, the newest first.
 * @param {Record<string, string | undefined>} own our environment
 * @param {typeof welcome} words what is printed when all runs
 */
export async function serve(own, words = welcome) {
  const config = await checkedConfig(own);
  const { environment, token } = withDefaults(await withPorts(own, config));
  const request = stopRequest();
  /** @type {Supervised[]} */
  const services = [];
  request.forced.then(() => {
    for (const service of services) service.kill();
  });
  /** @param {string} name */
  const start = (name) => {
    const service = supervise(name, environment);
    services.unshift(service);
    return Promise.race([service.ready, request.asked]);
  };
  try {
    if ((await start('proxy')) === 'asked') return;
    const gateway = await start('gateway');
    if (gateway === 'asked') return;
    process.stdout.write(words(gateway, token, await isWatchingOpen(environment)));
    await request.asked;
    process.stderr.write('Stopping …\n');
  } finally {
    for (const service of services) await service.stop(patienceMs);
    request.dispose();
  }
}
