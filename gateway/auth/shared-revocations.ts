import { type Clock, every } from '#shared/core/clock.js';
import type { RedisStore } from '#shared/store/redis-client.js';
import type { TokenChange, TokenStore } from './token-store.js';

/** A hash: hexadecimal hashes of tokens, and of each when it was last taken out (`1`) or put in (`0`), as `milliseconds:1`. */
const KEY = 'fcgw:revocations';
const CHANNEL = 'tokens';
/** Messages of Redis may be lost. */
const READ_MS = 5_000;

/** Writes what is newer than what is there, and answers all. Arguments: fields and values in turn. */
const MERGE = `
for at = 1, #ARGV, 2 do
  local known = redis.call('HGET', KEYS[1], ARGV[at])
  local time = known and tonumber(string.match(known, '^%d+')) or -1
  if tonumber(string.match(ARGV[at + 1], '^%d+')) > time then redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1]) end
end
return redis.call('HGETALL', KEYS[1])`;

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
 * keeps all findings: what Redis loses comes back from any of them.
 */
export class SharedRevocations {
  readonly #options: SharedRevocationsOptions;
  readonly #findings = new Map<string, Finding>();
  readonly #stops: readonly (() => void)[];

  constructor(options: SharedRevocationsOptions) {
    const { redis, clock, tokens } = options;
    this.#options = options;
    const merge = () => void this.#merge();
    this.#stops = [redis.subscribe(CHANNEL, merge), redis.onUp(merge), every(clock, READ_MS, merge)];
    tokens.onChange((change) => void this.#report(change));
    if (redis.isUp) merge();
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
    const { redis, tokens, onRevoked } = this.#options;
    const own = [...this.#findings].flatMap(([hash, { time, isRevoked }]) => [
      hash,
      `${time}:${isRevoked ? 1 : 0}`,
    ]);
    const reply = await redis.script(MERGE, [KEY], own);
    // While Redis is away what was revoked stays so.
    if (!reply.ok || !Array.isArray(reply.value)) return;
    const texts = reply.value.map(String);
    for (let at = 0; at + 1 < texts.length; at += 2) {
      const [, time, flag] = /^(\d+):([01])$/.exec(texts[at + 1] ?? '') ?? [];
      const hash = texts[at] ?? '';
      const isNewer = Number(time) > (this.#findings.get(hash)?.time ?? -1);
      if (isNewer) this.#findings.set(hash, { time: Number(time), isRevoked: flag === '1' });
    }
    tokens.setRevoked(
      new Set([...this.#findings].flatMap(([hash, { isRevoked }]) => (isRevoked ? hash : []))),
    );
    onRevoked();
  }
}
