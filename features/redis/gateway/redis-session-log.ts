import { recordLines, type SessionRecord } from '../../../gateway/session/persistence/session-records.js';
import type { PersistedSession } from '../../../gateway/session/persistence/session-store.js';
import type { RedisResult, RedisStore } from '../store/redis-client.js';
import { APPEND, REMOVE, REPLACE, sessionKeys } from './redis-scripts.js';

/** A log is written anew when it reaches this size, or four times the size of the session in it. */
const MIN_REWRITE_CHARS = 128 << 10;

/** What all logs of a gateway work with. */
export interface RedisLogContext {
  readonly redis: RedisStore;
  /** Names this process among all gateways. */
  readonly gatewayId: string;
  /** A session is kept for this many milliseconds after its last event. */
  readonly expiresAfter: number;
  onTaken(log: RedisSessionLog): void;
}

/** The records of one session in Redis, as the gateway that owns it writes them. */
export class RedisSessionLog {
  readonly id: string;
  /** Grows each time that another gateway takes the session. */
  readonly fence: number;
  readonly #context: RedisLogContext;
  #records = 0;
  #chars = 0;
  #rewriteAt = 0;
  /** Grows each time that it is written anew: replies to what was sent before say nothing about it. */
  #version = 0;
  #isStale = true;

  /** `lines`: the records that are in Redis already. */
  constructor(context: RedisLogContext, id: string, fence: number, lines?: readonly string[]) {
    this.#context = context;
    this.id = id;
    this.fence = fence;
    if (lines !== undefined) this.#begin(lines);
  }

  get chars(): number {
    return this.#chars;
  }

  /** Whether it has to be written anew before records can be added. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Redis may have lost it. */
  markStale(): void {
    this.#isStale = true;
  }

  /** Adds records, or only puts off the end of the session; nothing while it is stale. */
  append(session: PersistedSession, ...records: readonly SessionRecord[]): void {
    if (this.#isStale) return;
    const { redis, expiresAfter } = this.#context;
    const lines = recordLines(...records);
    const args = [this.fence, this.#records, expiresAfter, ...lines];
    this.#records += lines.length;
    for (const line of lines) this.#chars += line.length;
    const version = this.#version;
    void redis.script(APPEND, sessionKeys(this.id), args).then((reply) => this.#settle(version, reply));
    if (this.#chars > this.#rewriteAt) void this.replace(session);
  }

  /** Writes the whole session; resolves when Redis has it, or has not. */
  async replace(session: PersistedSession): Promise<void> {
    const { redis, gatewayId, expiresAfter } = this.#context;
    const seat = session.seat.snapshot();
    if (seat === undefined) return;
    const lines = recordLines({ kind: 'seat', seat }, { kind: 'session', session: session.snapshot() });
    const version = this.#begin(lines);
    const args = [this.fence, gatewayId, seat.agentId, seat.gameId, expiresAfter, ...lines];
    this.#settle(version, await redis.script(REPLACE, sessionKeys(this.id), args));
  }

  /** Removes the session from Redis, unless another gateway has it. */
  remove(): void {
    void this.#context.redis.script(REMOVE, sessionKeys(this.id), [this.fence]);
  }

  #begin(lines: readonly string[]): number {
    this.#records = lines.length;
    this.#chars = lines.reduce((sum, line) => sum + line.length, 0);
    this.#rewriteAt = Math.max(MIN_REWRITE_CHARS, 4 * this.#chars);
    this.#isStale = false;
    this.#version++;
    return this.#version;
  }

  #settle(version: number, reply: RedisResult): void {
    if (reply.ok && reply.value === 'taken') this.#context.onTaken(this);
    else if (version === this.#version && !(reply.ok && reply.value === 'kept')) this.#isStale = true;
  }
}
