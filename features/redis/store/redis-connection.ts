import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { backoffDelay } from '#shared/core/backoff.js';
import type { RedisTarget } from './redis-url.js';

const CONNECT_TIMEOUT_MS = 500;
/** A connection silent for this long is replaced: the system alone would try a dead Redis for 15 minutes. */
const SILENCE_MS = 3_000;
const RECONNECT = { first: 100, max: 1_000 };

/** A client of ioredis for a target; it connects at once, and again and again after each loss. */
export function connectRedis(target: RedisTarget): Redis | Cluster {
  const { kind, addresses, username, password, db, master, sentinelUsername, sentinelPassword } = target;
  const tls = target.tls?.ca === undefined ? {} : { ca: target.tls.ca };
  const options = {
    username,
    password,
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: 0,
    // A command that failed was reported as failed: sent again it would come after later ones.
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    ...(target.tls === undefined ? {} : { tls }),
  } satisfies RedisOptions;
  if (kind === 'cluster') {
    return new Cluster([...addresses], {
      redisOptions: options,
      enableOfflineQueue: false,
      clusterRetryStrategy: reconnectDelay,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      slotsRefreshInterval: 5_000,
      // Nodes are called what they call themselves: a certificate names hosts, not what they resolve to.
      dnsLookup: (address, done) => done(null, address),
    });
  }
  const alone = { ...options, db, enableOfflineQueue: false, retryStrategy: reconnectDelay };
  if (kind === 'single') return new Redis({ ...alone, ...addresses[0] });
  return new Redis({
    ...alone,
    sentinels: addresses.map((address) => ({ ...address })),
    name: master,
    ...(sentinelUsername === undefined ? {} : { sentinelUsername }),
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    sentinelRetryStrategy: reconnectDelay,
    // One that takes a connection and says nothing must not keep us from asking the next.
    sentinelCommandTimeout: CONNECT_TIMEOUT_MS,
    ...(target.tls === undefined ? {} : { enableTLSForSentinelMode: true, sentinelTLS: tls }),
  });
}

/** Milliseconds before attempt `times`, of which 1 is the first. */
function reconnectDelay(times: number): number {
  return backoffDelay(times - 1, RECONNECT);
}
