/**
 * What is done with a session in Redis, as Lua. KEYS: the hash `owner` (fence, gateway, agent, game), the list `log` of
 * its records. Both have the session's id as hash tag and expire together.
 */

/** The keys of a session. */
export function sessionKeys(id: string): readonly [owner: string, log: string] {
  return [`fcgw:{session:${id}}:owner`, `fcgw:{session:${id}}:log`];
}

/**
 * Adds records. ARGV: fence, length of the log before, milliseconds until both expire, records. `taken`: another gateway has
 * it; `stale`: the log differs from what this gateway knows, and must be written anew.
 */
export const APPEND = `
local fence = redis.call('HGET', KEYS[1], 'fence')
if fence and fence ~= ARGV[1] then return 'taken' end
if not fence or redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[2]) then return 'stale' end
for at = 4, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[at]) end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[3]) end
return 'kept'`;

/** Replaces all records. ARGV: fence, gateway, agent, game, milliseconds to live, records. `taken`: another gateway has it. */
export const REPLACE = `
local fence = redis.call('HGET', KEYS[1], 'fence')
if fence and tonumber(fence) > tonumber(ARGV[1]) then return 'taken' end
redis.call('HSET', KEYS[1], 'fence', ARGV[1], 'gateway', ARGV[2], 'agent', ARGV[3], 'game', ARGV[4])
redis.call('DEL', KEYS[2])
for at = 6, #ARGV do redis.call('RPUSH', KEYS[2], ARGV[at]) end
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[5]) end
return 'kept'`;

/** Takes a session. ARGV: gateway, agent, milliseconds to live. Next fence, former gateway, records; nil: no such session. */
export const TAKE = `
local owner = redis.call('HMGET', KEYS[1], 'agent', 'gateway')
local records = redis.call('LRANGE', KEYS[2], 0, -1)
if owner[1] ~= ARGV[2] or #records == 0 then return nil end
local fence = redis.call('HINCRBY', KEYS[1], 'fence', 1)
redis.call('HSET', KEYS[1], 'gateway', ARGV[1])
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, ARGV[3]) end
return {fence, owner[2], records}`;

/** Removes it, unless another gateway has it. ARGV: fence. */
export const REMOVE = `
if redis.call('HGET', KEYS[1], 'fence') == ARGV[1] then redis.call('DEL', KEYS[1], KEYS[2]) end
return 'kept'`;
