import { join } from 'node:path';
import { proxyUrl } from '#shared/core/config.js';
import { StaticDirectory } from '#shared/store/directory.js';
import type { SharedServices } from '../../features/redis/gateway/open-shared.js';
import { RedisSessions } from '../../features/redis/gateway/redis-sessions.js';
import { RedisDirectory } from '../../features/redis/store/redis-directory.js';
import type { GatewayContext } from '../../gateway/core/context.js';
import type { ProxyState } from '../../gateway/link/link-set.js';
import { ProxyLinks } from '../../gateway/link/proxy-links.js';
import { SessionJournal } from '../../gateway/session/persistence/session-journal.js';
import type { SessionStore } from '../../gateway/session/persistence/session-store.js';

/** The links to the proxies of PROXY_URLS, else of Redis, else of PROXY_HOST:PROXY_PORT. Throws without PROXY_SECRET. */
export function createLinks(
  { config, current, ...context }: GatewayContext,
  shared: SharedServices | undefined,
  random: () => number,
): ProxyLinks {
  const { PROXY_HOST: host, PROXY_PORT: port, PROXY_URLS: urls, PROXY_SECRET: first } = config;
  if (first === undefined) throw new Error('PROXY_SECRET is not set');
  const secret = () => current.value.PROXY_SECRET ?? first;
  const name = host.includes(':') ? `[${host}]` : host;
  const fixed = new StaticDirectory(urls.length === 0 ? [proxyUrl(`${name}:${port}`)] : urls);
  const isFixed = shared === undefined || urls.length > 0;
  const directory = isFixed ? fixed : new RedisDirectory(shared.redis, fixed);
  const links = new ProxyLinks({ ...context, secret, random, directory, isFixed });
  context.metrics.all.measureBy(
    'state',
    'freeciv_gateway_proxies',
    'Proxies that the gateway knows, by state',
    () => countProxies(links.states),
  );
  return links;
}

/** Where sessions are kept: in Redis where there is one, else in a journal in DATA_DIR. */
export function createSessionStore(
  context: GatewayContext,
  shared: SharedServices | undefined,
): SessionStore {
  const { config, clock, log, metrics } = context;
  const report = (isWorking: boolean) => metrics.sessionsKept.set(isWorking ? 1 : 0);
  if (shared === undefined)
    return new SessionJournal(join(config.DATA_DIR, `gateway-sessions-${config.GATEWAY_PORT}`), log, report);
  const { redis, gatewayId } = shared;
  redis.onUp(() => report(true));
  redis.onDown(() => report(false));
  return new RedisSessions({ redis, gatewayId, expiresAfter: config.SESSION_EXPIRES_S * 1000, clock, log });
}

function countProxies(proxies: readonly ProxyState[]): ReadonlyMap<string, number> {
  const down = proxies.filter(({ isUp }) => !isUp).length;
  const draining = proxies.filter(({ isUp, isDraining }) => isUp && isDraining).length;
  return new Map(Object.entries({ up: proxies.length - down - draining, draining, down }));
}
