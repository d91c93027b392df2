import { type Clock, every } from '#shared/core/clock.js';
import type { TokenChange, TokenStore } from '../../../gateway/auth/token-store.js';
import type { RedisStore } from '../store/redis-client.js';

/** A hash: hexadecimal hashes of tokens, and of each when it was last taken out (`1`) or put in (`0`), as `milliseconds:1`. */
const KEY = 'fcgw:revocations';
const CHANNEL = 'tokens';
/** Messages of Redis may be lost. */
const READ_MS = 5_000;
/** A finding ends after this time. */
const KEPT_MS = 90 * 86_400_000;
/** A gateway that still lists a revoked token renews the finding when it is this old. */
const RENEWED_MS = KEPT_MS / 2;

/**
 * Writes what is newer than what is there, answers all, and then removes what has ended: a gateway that lists the token gets to
 * renew it. Arguments: the time before which findings have ended, then fields and values in turn.
 */
const MERGE = `
for at = 2, #ARGV, 2 do
  local known = redis.call('HGET', KEYS[1], ARGV[at])
  local time = known and tonumber(string.match(known, '^%d+')) or -1
  if tonumber(string.match(ARGV[at + 1], '^%d+')) > time then redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
end
local all = redis.call('HGETALL', KEYS[1])
for at = 1, #all, 2 do
  if tonumber(string.match(all[at + 1], '^%d+')) < tonumber(ARGV[1]) then redis.call('HDEL', KEYS[1], all[at]) end
end
return all`;

/** What the revocations work with. */
export interface SharedRevocationsOptions {
  readonly redis: RedisStore;
  readonly tokens: TokenStore;
  readonly clock: Clock;
  /** Tokens are no longer in force. */
  onRevoked(): void;
}

/** When a token was last taken out or put in, in milliseconds since 1970, and which of both. */
interface Finding {
  readonly time: number;
  readonly isRevoked: boolean;
}

/**
 * Tells all gateways which tokens one of them no longer finds in its sources: a token that was taken out at one gateway is in
 * force at none, also where its line is still in a file. A token that is put in again at one is in force again. Each gateway
 * keeps all findings: what Redis loses comes back from any of them. A finding ends when no gateway lists its token for long.
 */
export class SharedRevocations {
  readonly #options: SharedRevocationsOptions;
  readonly #findings = new Map<string, Finding>();
  #stops: readonly (() => void)[] = [];

  constructor(options: SharedRevocationsOptions) {
    this.#options = options;
  }

  /** Begins the reports; resolves when what other gateways have revoked is in force here, or Redis is away. */
  async start(): Promise<void> {
    const { redis, clock, tokens } = this.#options;
    const merge = () => void this.#merge();
    // Revocations found while Redis was away were not announced: others may have merged before.
    const back = () => void this.#merge().then(() => redis.publish(CHANNEL, 'changed'));
    const heard = redis.subscribe(CHANNEL, merge, merge);
    this.#stops = [heard, redis.onUp(back), every(clock, READ_MS, merge)];
    tokens.onChange((change) => void this.#report(change));
    await this.#merge();
  }

  /** Ends the reports. */
  close(): void {
    for (const stop of this.#stops) stop();
  }

  async #report({ removed, added }: TokenChange): Promise<void> {
    for (const hash of removed) this.#find(hash, true);
    for (const hash of added) this.#find(hash, false);
    if (removed.length + added.length === 0) return;
    await this.#merge();
    this.#options.redis.publish(CHANNEL, 'changed');
  }

  #find(hash: string, isRevoked: boolean): void {
    // Later than what is known, also where the clock of another gateway is ahead.
    const time = Math.max(this.#options.clock.now(), (this.#findings.get(hash)?.time ?? 0) + 1);
    this.#findings.set(hash, { time, isRevoked });
  }

  async #merge(): Promise<void> {
    const { redis, tokens, clock, onRevoked } = this.#options;
    const now = clock.now();
    const own = [...this.#findings].flatMap(([hash, { time, isRevoked }]) => [
      hash,
      `${time}:${isRevoked ? 1 : 0}`,
    ]);
    const reply = await redis.script(MERGE, [KEY], [now - KEPT_MS, ...own]);
    // While Redis is away what was revoked stays so, and before the first answer no token is in force.
    if (!reply.ok || !Array.isArray(reply.value)) return;
    const texts = reply.value.map(String);
    for (let at = 0; at + 1 < texts.length; at += 2) {
      const [, time, flag] = /^(\d+):([01])$/.exec(texts[at + 1] ?? '') ?? [];
      const hash = texts[at] ?? '';
      const isNewer = Number(time) > (this.#findings.get(hash)?.time ?? -1);
      if (isNewer) this.#findings.set(hash, { time: Number(time), isRevoked: flag === '1' });
    }
    this.#age(now);
    tokens.setRevoked(
      new Set([...this.#findings].flatMap(([hash, { isRevoked }]) => (isRevoked ? hash : []))),
    );
    onRevoked();
  }

  /**
   * Renews findings about tokens that are still listed here, and removes those that have ended. By wall time, which gateways
   * share: where it is set far forward, a listed token stays revoked, as its finding is renewed in place of removed.
   */
  #age(now: number): void {
    const { listed } = this.#options.tokens;
    for (const [hash, { time, isRevoked }] of this.#findings) {
      const age = now - time;
      // The renewed time is not later than now: a token that is added again after this gets a later time.
      if (isRevoked && listed.has(hash) && age >= RENEWED_MS)
        this.#findings.set(hash, { time: time + Math.floor(age / RENEWED_MS) * RENEWED_MS, isRevoked });
      else if (age > KEPT_MS) this.#findings.delete(hash);
    }
  }
}
