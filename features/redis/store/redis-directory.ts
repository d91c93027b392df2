import { fail, ok, type Result } from '#shared/core/result.js';
import type { Directory, Ownership, ProxyEntry } from '#shared/store/directory.js';
import { parseProxyEntry } from '#shared/store/proxy-entry.js';
import { LIST, ownerKeys, PROXIES } from './owner-scripts.js';
import type { RedisStore } from './redis-client.js';

/** The channel on which owners of games announce that they have a game, or have given it up. */
export const OWNERS_CHANNEL = 'owners';

/** The proxies that share a Redis, on any machines, and which of them owns which game. */
export class RedisDirectory implements Directory {
  protected readonly redis: RedisStore;
  readonly #otherwise: Directory | undefined;
  readonly #unsubscribes = new Set<() => void>();

  /** The creator of `redis` closes it. `otherwise` names the proxies where Redis names none: they do not use it. */
  constructor(redis: RedisStore, otherwise?: Directory) {
    this.redis = redis;
    this.#otherwise = otherwise;
  }

  async proxies(): Promise<Result<readonly ProxyEntry[], 'unreachable'>> {
    const listed = await this.redis.script(LIST, [PROXIES]);
    if (!listed.ok) return listed;
    const texts = Array.isArray(listed.value) ? listed.value.map(String) : [];
    const entries = texts.flatMap((text) => parseProxyEntry(text) ?? []);
    return entries.length === 0 && this.#otherwise !== undefined ? this.#otherwise.proxies() : ok(entries);
  }

  async owner(gameId: string): Promise<Result<Ownership | undefined, 'unreachable'>> {
    const [key] = ownerKeys(gameId);
    const found = await this.redis.run('HMGET', key, 'fence', 'proxy', 'url');
    if (!found.ok) return fail('unreachable');
    return ok(Array.isArray(found.value) ? ownershipOf(gameId, found.value) : undefined);
  }

  onChange(listener: (gameId: string) => void): () => void {
    const unsubscribe = this.redis.subscribe(OWNERS_CHANNEL, listener);
    this.#unsubscribes.add(unsubscribe);
    return () => {
      this.#unsubscribes.delete(unsubscribe);
      unsubscribe();
    };
  }

  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    this.#unsubscribes.clear();
  }
}

/** The owner of a game by what Redis holds: fence, proxy, URL; undefined when there is none. */
export function ownershipOf(gameId: string, values: readonly unknown[]): Ownership | undefined {
  const [fence, proxyId, url] = values;
  if (typeof proxyId !== 'string' || typeof url !== 'string') return undefined;
  return { gameId, fence: Number(fence), proxyId, url };
}
