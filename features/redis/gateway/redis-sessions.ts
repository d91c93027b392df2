import { z } from 'zod';
import type { Clock } from '#shared/core/clock.js';
import { parseJson } from '#shared/core/json.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import {
  answeredRecord,
  type BegunRequest,
  foldRecords,
  readRecord,
  type SentRequest,
  type SessionRecord,
  type StoredSessions,
} from '../../../gateway/session/persistence/session-records.js';
import type {
  KeptSessions,
  PersistedSession,
  SessionStore,
  StoredSessionOwner,
} from '../../../gateway/session/persistence/session-store.js';
import type { NumberedPush } from '../../../gateway/session/push-ring.js';
import type { RedisStore } from '../store/redis-client.js';
import { REMOVE, sessionKeys, TAKE } from './redis-scripts.js';
import { type RedisLogContext, RedisSessionLog } from './redis-session-log.js';

/** After Redis has come back, other gateways need a moment until their sessions are in it again. */
const SETTLING_MS = 5_000;
const SETTLING_WAIT_MS = 250;

/** What the store works with. */
export interface RedisSessionsOptions extends Omit<RedisLogContext, 'onTaken'> {
  readonly clock: Clock;
  readonly log: Logger;
}

const noticeSchema = z.object({ session: z.string(), fence: z.int() });

/**
 * The sessions in Redis, so that any gateway can continue them. Each event is written to the socket before the agent or the
 * proxy learns of it, and no request waits for Redis: while it is away sessions go on in memory, and are written anew when it
 * is back. A session has one owner; of two gateways the one that took it last wins.
 */
export class RedisSessions implements SessionStore {
  readonly #options: RedisSessionsOptions;
  readonly #context: RedisLogContext;
  readonly #logs = new Map<string, RedisSessionLog>();
  #sessions: KeptSessions = { all: () => [], onTaken: () => {} };
  #stops: readonly (() => void)[] = [];
  #isClosed = false;
  #upAt = 0;
  #renewedAt: number;

  constructor(options: RedisSessionsOptions) {
    this.#options = options;
    const { redis, gatewayId, expiresAfter } = options;
    this.#context = { redis, gatewayId, expiresAfter, onTaken: (log) => this.#giveUp(log) };
    this.#renewedAt = options.clock.monotonic();
  }

  get isWorking(): boolean {
    return this.#options.redis.isUp;
  }

  /** A session that only this process knows would be lost with it. */
  get isOpen(): boolean {
    return this.#options.redis.isUp;
  }

  /** Sessions come one by one, when their agents do. */
  read(): StoredSessions {
    return { seats: [], sessions: [] };
  }

  start(sessions: KeptSessions): void {
    const { redis, gatewayId, clock } = this.#options;
    this.#sessions = sessions;
    this.#upAt = clock.monotonic();
    this.#stops = [
      redis.subscribe(channelOf(gatewayId), (text) => this.#onNotice(text)),
      redis.onUp(() => this.#onUp()),
    ];
  }

  retry(): void {
    const { redis, clock, expiresAfter } = this.#options;
    if (!redis.isUp || this.#isClosed) return;
    const now = clock.monotonic();
    if (now - this.#renewedAt > expiresAfter / 4) {
      this.#renewedAt = now;
      this.#inSteps((session) => this.#logs.get(session.id)?.append(session));
    }
    this.#inSteps((session) => {
      const log = this.#logs.get(session.id);
      if (log?.isStale === true) void log.replace(session);
    });
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    for (const stop of this.#stops) stop();
    const written = [...this.#sessions.all()].map((session) => this.#logs.get(session.id)?.replace(session));
    this.#isClosed = true;
    await Promise.all(written);
  }

  async find(id: string): Promise<Result<StoredSessionOwner | undefined, 'unreachable'>> {
    const { clock, redis } = this.#options;
    const found = await readOwner(redis, id);
    const isSettling = clock.monotonic() - this.#upAt < SETTLING_MS;
    if (!found.ok || found.value !== undefined || !isSettling) return found;
    await new Promise<void>((resolve) => clock.after(SETTLING_WAIT_MS, resolve));
    return readOwner(redis, id);
  }

  async take(id: string, agentId: string): Promise<Result<StoredSessions | undefined, 'unreachable'>> {
    const { redis, gatewayId, log } = this.#options;
    const taken = await takeRecords(this.#context, log, { id, agentId });
    if (!taken.ok || taken.value === undefined) return taken.ok ? ok(undefined) : taken;
    const { fence, former, lines, records } = taken.value;
    if (former !== gatewayId) redis.publish(channelOf(former), JSON.stringify({ session: id, fence }));
    this.#logs.set(id, new RedisSessionLog(this.#context, id, fence, lines));
    return ok(foldRecords(records));
  }

  recordLogin(session: PersistedSession): void {
    const known = this.#logs.get(session.id);
    if (known === undefined) {
      const log = new RedisSessionLog(this.#context, session.id, 1);
      this.#logs.set(session.id, log);
      void log.replace(session);
      return;
    }
    const seat = session.seat.snapshot();
    const tokenHash = session.tokenHash.toString('base64');
    const login = { kind: 'login' as const, session: session.id, tokenHash, address: session.lastAddress };
    this.#append(session, ...(seat === undefined ? [] : [{ kind: 'seat' as const, seat }]), login);
  }

  recordPush(session: PersistedSession, push: NumberedPush): void {
    const { heard } = session.seat.progress;
    const place = heard === undefined ? {} : { heard };
    this.#append(session, { kind: 'push', session: session.id, push, sent: session.sentSeq, ...place });
  }

  /** What is recorded is on the socket to Redis already. */
  flush(): void {}

  recordRequest(session: PersistedSession, begun: BegunRequest): void {
    this.#append(session, { kind: 'begun', session: session.id, ...begun });
  }

  recordAnswer(session: PersistedSession, id: string, answer: string, sent?: SentRequest): void {
    this.#append(session, answeredRecord(session, { id, answer, sent }));
  }

  recordEnd({ id }: PersistedSession): void {
    const log = this.#logs.get(id);
    this.#logs.delete(id);
    if (!this.#isClosed) log?.remove();
  }

  #append(session: PersistedSession, ...records: readonly SessionRecord[]): void {
    if (!this.#isClosed) this.#logs.get(session.id)?.append(session, ...records);
  }

  #giveUp(log: RedisSessionLog): void {
    if (this.#logs.get(log.id) !== log) return;
    this.#logs.delete(log.id);
    this.#sessions.onTaken(log.id);
  }

  #onNotice(text: string): void {
    const notice = noticeSchema.safeParse(parseJson(text)).data;
    const log = notice === undefined ? undefined : this.#logs.get(notice.session);
    if (notice !== undefined && log !== undefined && log.fence < notice.fence) this.#giveUp(log);
  }

  /** Redis may have been started empty, and lacks the events of its absence. */
  #onUp(): void {
    this.#upAt = this.#options.clock.monotonic();
    for (const log of this.#logs.values()) log.markStale();
    this.retry();
  }

  #inSteps(work: (session: PersistedSession) => unknown): void {
    const sizeOf = ({ id }: PersistedSession) => this.#logs.get(id)?.chars ?? 0;
    const mayGoOn = () => !this.#isClosed && this.#options.redis.isUp;
    doInSteps([...this.#sessions.all()], { work, sizeOf, mayGoOn });
  }
}

function channelOf(gatewayId: string): string {
  return `gateway:${gatewayId}`;
}

const ownerSchema = z.tuple([z.string(), z.string()]);
const takenSchema = z.tuple([z.int(), z.string(), z.array(z.string())]);

interface TakenSession {
  readonly fence: number;
  /** The gateway that had it. */
  readonly former: string;
  readonly records: readonly SessionRecord[];
  readonly lines: readonly string[];
}

/** Makes a session one of this gateway, and reads its records; undefined when that agent has no such session. */
async function takeRecords(
  { redis, gatewayId, expiresAfter }: RedisLogContext,
  log: Logger,
  { id, agentId }: { readonly id: string; readonly agentId: string },
): Promise<Result<TakenSession | undefined, 'unreachable'>> {
  const reply = await redis.script(TAKE, sessionKeys(id), [gatewayId, agentId, expiresAfter]);
  if (!reply.ok) return reply;
  if (reply.value === null) return ok(undefined);
  const [fence, former, lines] = takenSchema.parse(reply.value);
  const records = lines.map(readRecord).filter((record) => record !== undefined);
  if (records.length === lines.length) return ok({ fence, former, records, lines });
  // Without all its records a session could execute an action twice: the agent logs in anew.
  log.error({ agent: agentId }, 'a session in Redis cannot be read: its agent must log in anew');
  void redis.script(REMOVE, sessionKeys(id), [fence]);
  return ok(undefined);
}

/** Whose session that is; undefined when there is none. */
async function readOwner(
  redis: RedisStore,
  id: string,
): Promise<Result<StoredSessionOwner | undefined, 'unreachable'>> {
  const reply = await redis.run('HMGET', sessionKeys(id)[0], 'agent', 'game');
  if (!reply.ok) return fail('unreachable');
  const [agentId, gameId] = ownerSchema.safeParse(reply.value).data ?? [];
  return ok(agentId === undefined || gameId === undefined ? undefined : { agentId, gameId });
}

const STEP_CHARS = 512 << 10;

/** Does something with all items, as many in each turn of the event loop as have 512 Ki characters together. */
function doInSteps<T>(
  items: T[],
  { work, sizeOf, mayGoOn }: { work(item: T): unknown; sizeOf(item: T): number; mayGoOn(): boolean },
): void {
  let chars = 0;
  while (items.length > 0 && chars < STEP_CHARS && mayGoOn()) {
    for (const item of items.splice(0, 1)) {
      void work(item);
      chars += sizeOf(item);
    }
  }
  if (items.length > 0 && mayGoOn()) setImmediate(() => doInSteps(items, { work, sizeOf, mayGoOn }));
}
