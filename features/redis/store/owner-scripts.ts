/** The keys of a game's owner and of its highest fence; both have one hash tag, so that a cluster has them together. */
export function ownerKeys(gameId: string): readonly [owner: string, fence: string] {
  return [`fcgw:{game:${gameId}}:owner`, `fcgw:{game:${gameId}}:fence`];
}

/** Fences are kept for this long after the last change of owner; the game's own files have them as well. */
const FENCE_KEEP_MS = 30 * 86_400_000;

/** Takes a game. ARGV: process, proxy id, URL, lease in ms, least fence less one. [1, fence] or [0, fence, id, URL]. */
export const CLAIM = `
local owner = redis.call('HMGET', KEYS[1], 'process', 'fence', 'proxy', 'url')
if owner[1] and owner[1] ~= ARGV[1] then return {0, tonumber(owner[2]), owner[3], owner[4]} end
local fence = math.max(tonumber(redis.call('GET', KEYS[2]) or '0'), tonumber(ARGV[5])) + 1
redis.call('SET', KEYS[2], fence, 'PX', ${FENCE_KEEP_MS})
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'process', ARGV[1], 'fence', fence, 'proxy', ARGV[2], 'url', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {1, fence}`;

/** Renews a lease, also a lost one, unless another proxy took the game. ARGV as above, then the fence. 1 or 0. */
export const RENEW = `
local owner = redis.call('HMGET', KEYS[1], 'process', 'fence')
local fence = tonumber(ARGV[5])
if owner[1] and (owner[1] ~= ARGV[1] or tonumber(owner[2]) ~= fence) then return 0 end
if tonumber(redis.call('GET', KEYS[2]) or '0') > fence then return 0 end
redis.call('SET', KEYS[2], fence, 'PX', ${FENCE_KEEP_MS})
redis.call('HSET', KEYS[1], 'process', ARGV[1], 'fence', fence, 'proxy', ARGV[2], 'url', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`;

/** Gives a game back. Arguments: process, fence. */
export const RELEASE = `
local owner = redis.call('HMGET', KEYS[1], 'process', 'fence')
if owner[1] == ARGV[1] and owner[2] == ARGV[2] then redis.call('DEL', KEYS[1]) end
return 1`;

/** The key of all proxies that are alive: a hash of JSON by process, with the time at which each expires. */
export const PROXIES = 'fcgw:{proxies}';

/** Arguments: process, JSON of the entry, milliseconds for which it holds. Without a JSON it is removed. */
export const ANNOUNCE = `
if ARGV[2] == '' then return redis.call('HDEL', KEYS[1], ARGV[1]) end
local now = redis.call('TIME')
redis.call('HSET', KEYS[1], ARGV[1], (now[1] * 1000 + math.floor(now[2] / 1000) + ARGV[3]) .. ' ' .. ARGV[2])
redis.call('PEXPIRE', KEYS[1], 60000)
return 1`;

/** Answers the JSON of each entry that holds, and removes the others. */
export const LIST = `
local now = redis.call('TIME')
local ms = now[1] * 1000 + math.floor(now[2] / 1000)
local alive = {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local expires, json = string.match(all[i + 1], '^(%d+) (.*)$')
  if expires and tonumber(expires) > ms then alive[#alive + 1] = json else redis.call('HDEL', KEYS[1], all[i]) end
end
return alive`;
