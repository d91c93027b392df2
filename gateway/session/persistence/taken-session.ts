import { z } from 'zod';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { RedisStore } from '#shared/store/redis-client.js';
import { REMOVE, sessionKeys, TAKE } from './redis-scripts.js';
import type { RedisLogContext } from './redis-session-log.js';
import { readRecord, type SessionRecord } from './session-records.js';
import type { StoredSessionOwner } from './session-store.js';

const ownerSchema = z.tuple([z.string(), z.string()]);
const takenSchema = z.tuple([z.int(), z.string(), z.array(z.string())]);

/** A session that was taken from another gateway. */
interface TakenSession {
  readonly fence: number;
  /** The gateway that had it. */
  readonly former: string;
  /** Its records, and their lines. */
  readonly records: readonly SessionRecord[];
  readonly lines: readonly string[];
}

/** Makes a session one of this gateway, and reads its records; undefined when that agent has no such session. */
export async function takeRecords(
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
export async function readOwner(
  redis: RedisStore,
  id: string,
): Promise<Result<StoredSessionOwner | undefined, 'unreachable'>> {
  const reply = await redis.run('HMGET', sessionKeys(id)[0], 'agent', 'game');
  if (!reply.ok) return fail('unreachable');
  const [agentId, gameId] = ownerSchema.safeParse(reply.value).data ?? [];
  return ok(agentId === undefined || gameId === undefined ? undefined : { agentId, gameId });
}
