import type { RedisStore } from '#shared/store/redis-client.js';
import type { TokenChange, TokenStore } from './token-store.js';

/** The set of all revoked tokens, as hexadecimal hashes. */
const KEY = 'fcgw:revoked';
const CHANNEL = 'tokens';

/** What the revocations work with. */
export interface SharedRevocationsOptions {
  readonly redis: RedisStore;
  readonly tokens: TokenStore;
  /** Tokens are no longer in force. */
  onRevoked(): void;
}

/**
 * Tells all gateways which tokens one of them no longer finds in its sources: a token that was taken out at one gateway is in
 * force at none, also where its line is still in a file. A token that is put in again at one is in force again.
 */
export class SharedRevocations {
  readonly #options: SharedRevocationsOptions;
  /** What this gateway has found, for a Redis that was away or has lost it: hashes, and whether they are revoked. */
  readonly #found = new Map<string, boolean>();
  readonly #stops: readonly (() => void)[];

  constructor(options: SharedRevocationsOptions) {
    const { redis } = options;
    this.#options = options;
    this.#stops = [redis.subscribe(CHANNEL, () => void this.#read()), redis.onUp(() => void this.#tell())];
    options.tokens.onChange((change) => this.#report(change));
    if (redis.isUp) void this.#read();
  }

  /** Ends the reports. */
  close(): void {
    for (const stop of this.#stops) stop();
  }

  #report({ removed, added }: TokenChange): void {
    for (const hash of removed) this.#found.set(hash, true);
    for (const hash of added) this.#found.set(hash, false);
    if (removed.length + added.length > 0) void this.#tell();
  }

  async #tell(): Promise<void> {
    const { redis } = this.#options;
    for (const [hash, isRevoked] of this.#found) await redis.run(isRevoked ? 'SADD' : 'SREM', KEY, hash);
    if (this.#found.size > 0) redis.publish(CHANNEL, 'changed');
    await this.#read();
  }

  async #read(): Promise<void> {
    const { redis, tokens, onRevoked } = this.#options;
    const reply = await redis.run('SMEMBERS', KEY);
    // While Redis is away what was revoked stays so.
    if (!reply.ok || !Array.isArray(reply.value)) return;
    tokens.setRevoked(new Set(reply.value.filter((hash) => typeof hash === 'string')));
    onRevoked();
  }
}
