import { freePort } from '../../../support/free-port.js';
import { RedisServer } from '../../../support/redis/redis-server.js';

/** Where gateways keep sessions. */
export type StoreName = 'a journal' | 'Redis';

export const storeNames: readonly StoreName[] = ['a journal', 'Redis'];

/** What the gateways of one test share. */
export interface SharedStore extends AsyncDisposable {
  /** The settings of the first gateway, and of the one that continues its sessions. */
  readonly first: Readonly<Record<string, string>>;
  readonly next: Readonly<Record<string, string>>;
}

/** With a journal the next gateway has the port of the first one, with Redis another. */
export async function openStore(name: StoreName): Promise<SharedStore> {
  const first = { GATEWAY_PORT: String(await freePort()) };
  if (name === 'a journal') return { first, next: first, [Symbol.asyncDispose]: async () => {} };
  const redis = await RedisServer.start();
  const { url: REDIS_URL } = redis;
  return {
    first: { ...first, REDIS_URL },
    next: { GATEWAY_PORT: String(await freePort()), REDIS_URL },
    [Symbol.asyncDispose]: () => redis[Symbol.asyncDispose](),
  };
}
