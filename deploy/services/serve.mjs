import { Stop } from '../steps/stop.mjs';
import { startService } from './service.mjs';
import { checkedConfig, withDefaults } from './settings.mjs';
import { stopRequest } from './stop-request.mjs';
import { welcome } from './welcome.mjs';

/** The gateway answers what is under way, then the proxy ends its game servers. */
const patienceMs = 12_000;

/** @typedef {import('./service.mjs').Service} Service */

/**
 * Runs proxy and gateway until a signal or until one of them ends; then stops what runs, the newest first.
 * @param {Record<string, string | undefined>} own our environment
 * @param {typeof welcome} words what is printed when all runs
 */
export async function serve(own, words = welcome) {
  await checkedConfig(own);
  const { environment, token } = withDefaults(own);
  const request = stopRequest();
  /** @type {Service[]} */
  const services = [];
  request.forced.then(() => {
    for (const service of services) service.kill();
  });
  /** @param {string} name @param {Record<string, string | undefined>} settings */
  const start = (name, settings) => {
    const service = startService(name, settings);
    services.unshift(service);
    return Promise.race([service.ready, request.asked]);
  };
  try {
    const proxy = await start('proxy', environment);
    if (proxy === 'asked') return;
    // The proxy may have been given port 0.
    const gateway = await start('gateway', { ...environment, PROXY_PORT: String(proxy.port) });
    if (gateway === 'asked') return;
    process.stdout.write(words(gateway, token));
    const end = await Promise.race([request.asked, ...services.map((service) => service.ended)]);
    if (end !== 'asked') throw new Stop(end);
    process.stderr.write('Stopping …\n');
  } finally {
    for (const service of services) await service.stop(patienceMs);
    request.dispose();
  }
}
