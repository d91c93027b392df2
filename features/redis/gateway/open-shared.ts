import { randomBytes } from 'node:crypto';
import type { GatewayContext } from '../../../gateway/core/context.js';
import type { SharedAgentRates } from '../../../gateway/limits/agent-limits.js';
import type { SharedLoginRates } from '../../../gateway/limits/login-limits.js';
import { createRedis, type RedisStore } from '../store/redis-client.js';
import { RedisRate } from './redis-rate.js';
import { RedisSlots } from './redis-slots.js';

/** What gateways share through Redis. */
export interface SharedServices {
  readonly redis: RedisStore;
  /** Names this process among all gateways. */
  readonly gatewayId: string;
  readonly slots: RedisSlots;
  readonly agentRates: SharedAgentRates;
  readonly loginRates: SharedLoginRates;
  /** Ends it after all commands that were sent to Redis. */
  close(): Promise<void>;
}

/** What gateways share through the Redis of REDIS_URL; undefined without. */
export function openShared({ config, current, clock, log }: GatewayContext): SharedServices | undefined {
  if (config.REDIS_URL === undefined) return undefined;
  const redis = createRedis(config.REDIS_URL, { clock, log });
  const gatewayId = randomBytes(9).toString('base64url');
  const slots = new RedisSlots({
    redis,
    clock,
    gatewayId,
    limit: () => current.value.MAX_CONNECTIONS_PER_AGENT,
  });
  const rate = (name: string, max: () => number) => new RedisRate({ name, max, redis, clock });
  const agentRates = {
    messages: rate('messages', () => current.value.RATE_MESSAGES_PER_MINUTE),
    actions: rate('actions', () => current.value.RATE_ACTIONS_PER_MINUTE),
  };
  // One gateway lets a full bucket and its refill of a minute pass.
  const loginRates = {
    byAgent: rate('logins-of-agent', () => 20),
    byAddress: rate('logins-of-address', () => 200),
  };
  const counters = [slots, ...Object.values(agentRates), ...Object.values(loginRates)];
  const close = async () => {
    for (const counter of counters) counter.close();
    await redis.close();
  };
  return { redis, gatewayId, slots, agentRates, loginRates, close };
}
