import type { Cluster, Redis } from 'ioredis';
import { type Cancel, type Clock, every } from '#shared/core/clock.js';
import { connectRedis } from './redis-connection.js';
import type { RedisTarget } from './redis-url.js';

/** Between two questions whether the connection still answers: without them a lost one would look like one without messages. */
const PING_MS = 1_000;

type MessageListener = (message: string) => void;

interface Subscriber {
  readonly onMessage: MessageListener;
  /** Is called when the channel is heard again: messages may have been lost. */
  readonly onAgain: (() => void) | undefined;
}

/** A connection of its own for messages, because one that has subscribed takes no other commands. */
export class RedisChannels {
  readonly #client: Redis | Cluster;
  readonly #listeners = new Map<string, Set<Subscriber>>();
  readonly #stopPings: Cancel;

  constructor(target: RedisTarget, clock: Clock) {
    this.#client = connectRedis(target);
    this.#client.on('error', ignore);
    this.#client.on('ready', () => {
      for (const [name, listeners] of this.#listeners)
        void this.#client.subscribe(name).then(() => {
          for (const { onAgain } of listeners) onAgain?.();
        }, ignore);
    });
    this.#client.on('message', (name: string, message: string) => {
      for (const { onMessage } of this.#listeners.get(name) ?? []) onMessage(message);
    });
    this.#stopPings = every(clock, PING_MS, () => {
      if (this.#client.status === 'ready') void this.#client.ping().catch(ignore);
    });
  }

  /**
   * Calls `onMessage` with each message of a channel, and `onAgain` when messages may have been lost, until the returned
   * function is called.
   */
  subscribe(name: string, onMessage: MessageListener, onAgain?: () => void): () => void {
    const listeners = this.#listeners.get(name) ?? new Set();
    const listener = { onMessage, onAgain };
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
    this.#stopPings();
    this.#client.disconnect();
  }
}

/** The next `ready` subscribes again. */
function ignore(): void {}
