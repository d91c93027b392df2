import { pino } from 'pino';
import { systemClock } from '#shared/core/clock.js';
import { OwnRedisDirectory } from '../../../features/redis/store/own-redis-directory.js';
import { RedisStore } from '../../../features/redis/store/redis-client.js';
import { readRedisUrl } from '../../../features/redis/store/redis-url.js';

/** A proxy's directory in a Redis, with a connection of its own. */
export async function openRedisDirectory(url: string, leaseMs: number) {
  const target = readRedisUrl(url);
  if (!target.ok) throw new Error(target.failure);
  const clock = systemClock;
  const redis = new RedisStore(target.value, { clock, log: pino({ level: 'silent' }) });
  if (!(await redis.whenUp(30_000))) throw new Error('Redis is not there');
  const directory = new OwnRedisDirectory({ redis, target: target.value, leaseMs, clock });
  return {
    directory,
    redis,
    async close() {
      await directory.close();
      await redis.close();
    },
  };
}
