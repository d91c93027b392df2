import { once } from 'node:events';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';

/** @typedef {Record<string, string | undefined>} Environment */
/** @typedef {import('../../shared/core/config.js').Config} Config */

/** Ports that are looked at beyond those that are needed. */
const maxTaken = 100;

/**
 * How many proxies are started (PROXIES): one for each core where it says `auto`, and never more than there may be games.
 * @param {Pick<Config, 'PROXIES' | 'MAX_GAMES'>} config
 */
export function proxyCount({ PROXIES, MAX_GAMES }, cores = availableParallelism()) {
  return Math.min(PROXIES === 'auto' ? cores : PROXIES, MAX_GAMES);
}

/**
 * The games of each proxy: MAX_GAMES is what all of them have together.
 * @param {number} count @param {number} maxGames
 */
export function sharesOf(count, maxGames) {
  return Array.from({ length: count }, (_, at) => Math.floor((maxGames + count - 1 - at) / count));
}

/**
 * The environments of the proxies: the first has PROXY_PORT, each other the next port that is free. One proxy has the
 * environment as it is.
 * @param {Environment} environment with ports of its own
 * @param {Config} config
 * @param {(line: string) => void} say
 * @returns {Promise<Environment[]>}
 */
export async function proxyEnvironments(environment, config, say) {
  const shares = sharesOf(proxyCount(config), config.MAX_GAMES);
  if (shares.length === 1) return [environment];
  const first = Number(environment.PROXY_PORT);
  const others = await freePorts(config.PROXY_HOST, first, shares.length - 1, {
    reserved: Number(environment.GATEWAY_PORT),
    say,
  });
  return shares.map((share, at) => ({
    ...environment,
    PROXY_PORT: String(at === 0 ? first : others[at - 1]),
    MAX_GAMES: String(share),
    // A name or an address is that of one proxy.
    PROXY_ID: undefined,
    PROXY_ADVERTISE_URL: undefined,
  }));
}

/**
 * Where the gateway finds the proxies; what the environment itself says goes before it.
 * @param {Environment} environment @param {Environment[]} proxies @param {Config} config
 */
export function gatewayEnvironment(environment, proxies, { PROXY_HOST }) {
  if (environment.PROXY_URLS || proxies.length === 1) return environment;
  const host = PROXY_HOST.includes(':') ? `[${PROXY_HOST}]` : PROXY_HOST;
  return { ...environment, PROXY_URLS: proxies.map(({ PROXY_PORT }) => `${host}:${PROXY_PORT}`).join(',') };
}

/**
 * @param {string} host @param {number} after @param {number} count
 * @param {{ reserved: number, say: (line: string) => void }} options
 */
async function freePorts(host, after, count, { reserved, say }) {
  const ports = [];
  for (let port = after + 1; ports.length < count && port <= after + count + maxTaken; port += 1) {
    if (port === reserved) continue;
    if (await isFree(host, port)) ports.push(port);
    else say(`Port ${port} of ${host} is taken: the next proxy gets another one.`);
  }
  return ports;
}

/** @param {string} host @param {number} port */
async function isFree(host, port) {
  const probe = createServer();
  try {
    probe.listen(port, host);
    await once(probe, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
