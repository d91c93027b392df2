import type { Cluster, Redis } from 'ioredis';
import { type Cancel, type Clock, every } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { connectRedis } from './redis-connection.js';
import { type RedisTarget, readRedisUrl, shownTarget } from './redis-url.js';

/** What a command answers. */
type RedisReply = string | number | null | readonly RedisReply[];

/** The answer of a command, or `unreachable`: whether it was carried out is not known. */
export type RedisResult = Result<RedisReply, 'unreachable'>;

/** Every key and channel of ours begins with it. */
const REDIS_PREFIX = 'fcgw:';

/** A command that takes longer counts as failed: its caller continues without Redis. */
const COMMAND_TIMEOUT_MS = 1000;
/** Between two checks whether it is there. */
const PROBE_MS = 250;
/** Time for the first attempts to connect; after it the log tells why none succeeded. */
const FIRST_ATTEMPTS_MS = 2_000;

/** What the connection works with. */
export interface RedisContext {
  readonly clock: Clock;
  readonly log: Logger;
}

type Listener = () => void;

/**
 * Redis as gateways and proxies use it: every command fails at once while Redis is away, none waits longer than a second, none
 * throws, and none is sent twice. Commands of one turn of the event loop are carried out in their order; a command that
 * was handed over is on its way even if this process is killed right after.
 */
export class RedisStore {
  /** For libraries that take a client of ioredis. */
  readonly client: Redis | Cluster;
  readonly #channels: RedisChannels;
  readonly #context: RedisContext;
  readonly #shown: string;
  readonly #isCluster: boolean;
  readonly #upListeners = new Set<Listener>();
  readonly #downListeners = new Set<Listener>();
  readonly #stopProbe: Listener;
  readonly #cancelFirstAttempts: Cancel;
  readonly #secrets: readonly string[];
  /** Why the last attempt to connect or to write failed. */
  #lastFailure = 'no answer';
  #isUp = false;
  #isClosed = false;
  #isProbing = false;

  constructor(target: RedisTarget, context: RedisContext) {
    this.#context = context;
    this.#shown = shownTarget(target);
    this.#isCluster = target.kind === 'cluster';
    this.#secrets = [target.password, target.sentinelPassword].filter((secret) => secret !== undefined);
    this.client = connectRedis(target);
    this.#channels = new RedisChannels(target, context.clock);
    // Without a listener ioredis writes each failed attempt to the console. Of a cluster it only says that no node answered.
    this.client.on('error', (error: Error) => {
      if (!this.#isCluster) this.#lastFailure = error.message;
    });
    this.client.on('node error', (error: Error) => {
      this.#lastFailure = error.message;
    });
    this.client.on('ready', () => void this.#probe());
    this.client.on('close', () => this.#goDown('the connection is lost'));
    this.#stopProbe = every(context.clock, PROBE_MS, () => void this.#probe());
    this.#cancelFirstAttempts = context.clock.after(FIRST_ATTEMPTS_MS, () => {
      if (!this.#isUp) this.#logAway(this.#lastFailure);
    });
  }

  /** False while commands are refused at once. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Calls `listener` each time Redis is there, or there again; it may have lost everything meanwhile. */
  onUp(listener: Listener): () => void {
    this.#upListeners.add(listener);
    return () => this.#upListeners.delete(listener);
  }

  /** Calls `listener` each time Redis has gone away. */
  onDown(listener: Listener): () => void {
    this.#downListeners.add(listener);
    return () => this.#downListeners.delete(listener);
  }

  /** Resolves with whether Redis is there: at once, when it comes, or after `maxWaitMs` milliseconds. */
  whenUp(maxWaitMs: number): Promise<boolean> {
    if (this.#isUp) return Promise.resolve(true);
    return new Promise((resolve) => {
      const done = (isUp: boolean) => {
        cancel();
        stop();
        resolve(isUp);
      };
      const cancel = this.#context.clock.after(maxWaitMs, () => done(false));
      const stop = this.onUp(() => done(true));
    });
  }

  /** One command, for example `run('SET', key, value)`. */
  async run(command: string, ...args: readonly (string | number)[]): Promise<RedisResult> {
    if (!this.#isUp) return fail('unreachable');
    return this.#send(command, args);
  }

  /** Runs a Lua script; keys need one hash tag. Its text goes along: a missing hash would change the order of commands. */
  script(
    lua: string,
    keys: readonly string[],
    args: readonly (string | number)[] = [],
  ): Promise<RedisResult> {
    return this.run('EVAL', lua, keys.length, ...keys, ...args);
  }

  /** Sends a message to all subscribers of the channel; it may be lost. */
  publish(channel: string, message: string): void {
    void this.run('PUBLISH', REDIS_PREFIX + channel, message);
  }

  /** Calls `listener` with each message until the returned function is called; `onAgain`: some may have been lost. */
  subscribe(channel: string, listener: (message: string) => void, onAgain?: () => void): () => void {
    return this.#channels.subscribe(REDIS_PREFIX + channel, listener, onAgain);
  }

  /** Ends both connections after the commands that were sent before. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    // The answer to it comes after those of all commands before it.
    if (this.#isUp) await this.#send('PING', []);
    this.#isClosed = true;
    this.#isUp = false;
    this.#stopProbe();
    this.#cancelFirstAttempts();
    this.client.disconnect();
    this.#channels.close();
  }

  async #send(command: string, args: readonly (string | number)[]): Promise<RedisResult> {
    try {
      const reply: unknown = await this.#inTime(this.client.call(command, ...args));
      if (isReply(reply)) return ok(reply);
      this.#context.log.error({ command }, 'Redis gave an answer of an unknown form');
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#lastFailure = reason;
      // In a cluster one server of several may be away: its commands fail, the others go on.
      if (!this.#isCluster || this.client.status !== 'ready') this.#goDown(reason);
      else this.#context.log.warn({ reason, command }, 'a command of Redis failed');
    }
    return fail('unreachable');
  }

  /** After a pause of this process the answer may be there, unread: it is read before the time counts as over. */
  #inTime<T>(reply: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const late = () => setImmediate(() => reject(new Error(`no answer within ${COMMAND_TIMEOUT_MS} ms`)));
      const cancel = this.#context.clock.after(COMMAND_TIMEOUT_MS, late);
      reply.then(resolve, reject).finally(cancel);
    });
  }

  /** Also while it is up: who hands commands to `client` itself waits for no answer. */
  async #probe(): Promise<void> {
    if (this.#isClosed || this.#isProbing || this.client.status !== 'ready') return;
    this.#isProbing = true;
    // A server that answers but may not be written to (a replica, one that loads its file) is not there.
    const answered = await this.#send('SET', [`${REDIS_PREFIX}probe`, '1', 'PX', PROBE_MS]);
    this.#isProbing = false;
    if (!answered.ok || this.#isClosed || this.#isUp) return;
    this.#isUp = true;
    this.#cancelFirstAttempts();
    this.#context.log.info({ redis: this.#shown }, 'Redis is there');
    for (const listener of [...this.#upListeners]) listener();
  }

  #goDown(reason: string): void {
    if (!this.#isUp || this.#isClosed) return;
    this.#isUp = false;
    this.#logAway(reason);
    for (const listener of [...this.#downListeners]) listener();
  }

  /** A server that does not know a command repeats its arguments, and passwords are arguments. */
  #logAway(reason: string): void {
    const shown = this.#secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reason);
    this.#context.log.error({ redis: this.#shown, reason: shown }, 'Redis is away');
  }
}

/** Connects to the Redis of a REDIS_URL; throws for a URL that `readRedisUrl` refuses. */
export function createRedis(url: string, context: RedisContext): RedisStore {
  const target = readRedisUrl(url);
  if (!target.ok) throw new Error(`REDIS_URL: ${target.failure}`);
  return new RedisStore(target.value, context);
}

/** Between two questions whether the connection still answers: without them a lost one would look like one without messages. */
const PING_MS = 1_000;

type MessageListener = (message: string) => void;

interface Subscriber {
  readonly onMessage: MessageListener;
  /** Is called when the channel is heard again: messages may have been lost. */
  readonly onAgain: (() => void) | undefined;
}

/** A connection of its own for messages, because one that has subscribed takes no other commands. */
class RedisChannels {
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

  /** Calls `onMessage`, and `onAgain` when messages may have been lost, until the returned function is called. */
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

/** Whether a value is what commands answer. */
function isReply(value: unknown): value is RedisReply {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return true;
  return Array.isArray(value) && value.every(isReply);
}
