import { once } from 'node:events';
import { WebSocket } from 'ws';
import { systemClock } from '#shared/core/clock.js';
import type { Config } from '#shared/core/config.js';
import type { Logger } from '#shared/core/log.js';
import type { Directory, OwnDirectory } from '#shared/store/directory.js';
import { OwnFolderDirectory } from '#shared/store/folder/own-folder-directory.js';
import { OwnRedisDirectory } from '../../features/redis/store/own-redis-directory.js';
import { RedisStore } from '../../features/redis/store/redis-client.js';
import { readRedisUrl } from '../../features/redis/store/redis-url.js';

/** How long another proxy has to take or refuse a connection. */
const CONNECT_MS = 3000;

/** The directory of a proxy, and what closes it. */
export interface OpenDirectory {
  readonly directory: OwnDirectory;
  close(): Promise<void>;
}

/** The directory that REDIS_URL names; without it that of the data folder. Throws for a URL that is malformed. */
export function openDirectory(
  { REDIS_URL, DATA_DIR, LEASE_S }: Pick<Config, 'REDIS_URL' | 'DATA_DIR' | 'LEASE_S'>,
  log: Logger,
): OpenDirectory {
  // Other processes do not wait for the clock of a test.
  const timing = { leaseMs: LEASE_S * 1000, clock: systemClock };
  if (REDIS_URL === undefined) {
    const directory = new OwnFolderDirectory({ dataDir: DATA_DIR, ...timing });
    return { directory, close: () => directory.close() };
  }
  const target = readRedisUrl(REDIS_URL);
  if (!target.ok) throw new Error(`REDIS_URL: ${target.failure}`);
  const redis = new RedisStore(target.value, { clock: systemClock, log });
  const directory = new OwnRedisDirectory({ redis, target: target.value, ...timing });
  return {
    directory,
    close: async () => {
      await directory.close();
      await redis.close();
    },
  };
}

/** A proxy in the directory that does not take our secret: it belongs to another installation. Undefined: none. */
export async function strangerIn(directory: Directory, secret: string): Promise<string | undefined> {
  const proxies = await directory.proxies();
  for (const { url } of proxies.ok ? proxies.value : []) if (await refuses(url, secret)) return url;
  return undefined;
}

/** False for a proxy that does not answer now. */
async function refuses(url: string, secret: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${secret}` };
  const socket = new WebSocket(url, { headers, handshakeTimeout: CONNECT_MS });
  socket.on('error', () => undefined);
  const [response] = await Promise.race([
    once(socket, 'unexpected-response').then(([, answer]) => [answer]),
    ...['open', 'close'].map((event) => once(socket, event).then(() => [undefined])),
  ]);
  socket.terminate();
  return response?.statusCode === 401;
}
