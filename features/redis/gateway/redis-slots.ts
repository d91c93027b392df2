import { type Clock, every } from '#shared/core/clock.js';
import type { SharedSlots } from '../../../gateway/limits/shared-limits.js';
import type { RedisStore } from '../store/redis-client.js';

/** Sockets of a gateway that is dead are counted for this long. */
const KEPT_MS = 15_000;
const RENEW_MS = 5_000;

/** KEYS: an agent's slots by session. ARGV: session, gateway, most slots, milliseconds until it ends. 0: none is free. */
const RESERVE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local slots = redis.call('HGETALL', KEYS[1])
local others = 0
for at = 1, #slots, 2 do
  if tonumber(string.match(slots[at + 1], '^%d+')) <= now then redis.call('HDEL', KEYS[1], slots[at])
  elseif slots[at] ~= ARGV[1] then others = others + 1 end
end
if others >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%d %s', now + ARGV[4], ARGV[2]))
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`;

/** KEYS: as above. ARGV: session, gateway. Another gateway may have the session by now. */
const RELEASE = `
local slot = redis.call('HGET', KEYS[1], ARGV[1])
if slot and string.match(slot, ' (.*)$') == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
return 1`;

/** KEYS: as above. ARGV: gateway. Answers 1 when another gateway has a socket of the agent. */
const ELSEWHERE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, slot in ipairs(redis.call('HVALS', KEYS[1])) do
  if tonumber(string.match(slot, '^%d+')) > now and string.match(slot, ' (.*)$') ~= ARGV[1] then return 1 end
end
return 0`;

/** What the slots work with. */
export interface SharedSlotsOptions {
  readonly redis: RedisStore;
  readonly clock: Clock;
  /** Names this process among all gateways. */
  readonly gatewayId: string;
  readonly limit: () => number;
}

/** Counts each agent's sockets over all gateways: one for each session. */
export class RedisSlots implements SharedSlots {
  readonly #options: SharedSlotsOptions;
  /** The agents of the sessions that have a socket here. */
  readonly #held = new Map<string, string>();
  readonly #stop: () => void;

  constructor(options: SharedSlotsOptions) {
    this.#options = options;
    this.#stop = every(options.clock, RENEW_MS, () => this.#renew());
  }

  /** Takes the slot of a session, again or from another gateway. While Redis is away it is granted. */
  async reserve(agentId: string, sessionId: string): Promise<'reserved' | 'full'> {
    const hasSocket = this.#held.has(sessionId);
    this.#held.set(sessionId, agentId);
    if ((await this.#reserve(agentId, sessionId, this.#options.limit())) !== 0) return 'reserved';
    // The socket that it has keeps its slot.
    if (!hasSocket) this.#held.delete(sessionId);
    return 'full';
  }

  /** The session has a socket here, whatever the limit. */
  hold(agentId: string, sessionId: string): void {
    this.#held.set(sessionId, agentId);
    void this.#reserve(agentId, sessionId, Number.MAX_SAFE_INTEGER);
  }

  /** The session's last socket here has closed. */
  release(agentId: string, sessionId: string): void {
    const { redis, gatewayId } = this.#options;
    if (this.#held.delete(sessionId)) void redis.script(RELEASE, [keyOf(agentId)], [sessionId, gatewayId]);
  }

  /** Whether the agent has a socket at another gateway; false while Redis is away. */
  async isHeldElsewhere(agentId: string): Promise<boolean> {
    const { redis, gatewayId } = this.#options;
    const reply = await redis.script(ELSEWHERE, [keyOf(agentId)], [gatewayId]);
    return reply.ok && reply.value === 1;
  }

  /** Ends the renewal of the slots. */
  close(): void {
    this.#stop();
  }

  #renew(): void {
    for (const [sessionId, agentId] of this.#held) this.hold(agentId, sessionId);
  }

  async #reserve(agentId: string, sessionId: string, limit: number): Promise<number | undefined> {
    const { redis, gatewayId } = this.#options;
    const reply = await redis.script(RESERVE, [keyOf(agentId)], [sessionId, gatewayId, limit, KEPT_MS]);
    return reply.ok && typeof reply.value === 'number' ? reply.value : undefined;
  }
}

function keyOf(agentId: string): string {
  return `fcgw:{agent:${agentId}}:slots`;
}
