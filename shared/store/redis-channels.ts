import type { Cluster, Redis } from 'ioredis';
import { connectRedis } from './redis-connection.js';
import type { RedisTarget } from './redis-url.js';

type MessageListener = (message: string) => void;

/** A connection of its own for messages, because one that has subscribed takes no other commands. */
export class RedisChannels {
  readonly #client: Redis | Cluster;
  readonly #listeners = new Map<string, Set<MessageListener>>();

  constructor(target: RedisTarget) {
    this.#client = connectRedis(target);
    this.#client.on('error', ignore);
    this.#client.on('ready', () => {
      for (const name of this.#listeners.keys()) void this.#client.subscribe(name).catch(ignore);
    });
    this.#client.on('message', (name: string, message: string) => {
      for (const listener of this.#listeners.get(name) ?? []) listener(message);
    });
  }

  /** Calls `listener` with each message of a channel until the returned function is called. */
  subscribe(name: string, listener: MessageListener): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
    if (this.#client.status === 'ready') void this.#client.subscribe(name).catch(ignore);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      this.#listeners.delete(name);
      if (this.#client.status === 'ready') void this.#client.unsubscribe(name).catch(ignore);
    };
  }

  close(): void {
    this.#client.disconnect();
  }
}

/** The next `ready` subscribes again. */
function ignore(): void {}
