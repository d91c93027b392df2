import { once } from 'node:events';
import { connect } from 'node:net';
import { type Clock, systemClock } from '#shared/core/clock.js';
import { errorCode } from '#shared/core/disk/disk-error.js';
import type { RedisStore } from './redis-client.js';
import type { RedisTarget } from './redis-url.js';

const CONNECT_MS = 500;

/** Whether Redis is surely away for all: its machine refuses, without sentinels or a cluster that could take over. */
export async function isCertainlyAway({ kind, addresses: [address] }: RedisTarget): Promise<boolean> {
  if (kind !== 'single') return false;
  const socket = connect(address);
  // Without an error neither event would come, and the wait would not end.
  const cancel = systemClock.after(CONNECT_MS, () => socket.destroy(new Error('no answer')));
  try {
    await once(socket, 'connect');
    return false;
  } catch (error) {
    return errorCode(error) === 'ECONNREFUSED';
  } finally {
    cancel();
    socket.on('error', () => undefined);
    socket.destroy();
  }
}

/** When games may be claimed, by the monotonic clock: a Redis that restarted may lack leases until they are renewed. */
export async function settledAt(
  redis: RedisStore,
  target: RedisTarget,
  { leaseMs, clock }: { readonly leaseMs: number; readonly clock: Clock },
): Promise<number> {
  const now = clock.monotonic();
  const info = await redis.run('INFO', 'server');
  const [, uptime] = /^uptime_in_seconds:(\d+)/m.exec(info.ok ? String(info.value) : '') ?? [];
  // Whole seconds: one that has begun a moment ago says 0, or 1.
  const ran = target.kind === 'single' && uptime !== undefined ? (Number(uptime) - 1) * 1000 : 0;
  return now + Math.max(0, leaseMs - Math.max(0, ran));
}
