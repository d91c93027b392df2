import { unwatchFile, watchFile } from 'node:fs';
import { BoundedMap } from '#shared/core/bounded-map.js';
import { type Clock, every } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import { hashToken, makeRule, type TokenRule } from '../../gateway/auth/token-rule.js';
import type { IssuedTokens } from '../../gateway/auth/token-store.js';
import type { JwtSettings } from './jwt-settings.js';
import { isJwt, type JwtGrant, type JwtRefusal, JwtVerifier } from './jwt-verifier.js';
import { type KeySet, openKeySet } from './key-set.js';

/**
 * The number of tokens in force at a time, and of those with one claim `sub`: who gets many tokens must not push out those of
 * others. Beyond it the oldest is out of force; it is verified again when it is shown again.
 */
const MAX_ISSUED = 5_000;
const MAX_OF_SUBJECT = 500;
/** The number of refused tokens whose reason is kept. */
const MAX_REFUSED = 1_000;
/** How often expired tokens are removed, in milliseconds. */
const EXPIRE_MS = 1_000;
/** How often a file of keys is checked, and keys at an address are fetched, in milliseconds. */
const FILE_POLL_MS = 400;
const FETCH_MS = 300_000;

/** A token that was verified. */
interface Issued {
  readonly rules: readonly TokenRule[];
  /** In milliseconds of the monotonic clock. */
  readonly expiresAt: number;
  readonly keyId: string;
  readonly subject: string;
}

/**
 * The JSON Web Tokens that agents have shown and that are in force. A token is verified once, when it is first shown. From then on
 * it is known by its hash, like a token of the settings, until it expires or the issuer withdraws its key.
 */
export class JsonWebTokens implements IssuedTokens {
  readonly #keys: KeySet;
  readonly #source: JwtSettings['keys'];
  readonly #verifier: JwtVerifier;
  readonly #clock: Clock;
  /** By hexadecimal hash. */
  readonly #issued = new Map<string, Issued>();
  readonly #refused = new BoundedMap<string, JwtRefusal>(MAX_REFUSED);
  #stops: readonly (() => void)[] = [];

  /** Throws when the file of keys cannot be read. */
  constructor(settings: JwtSettings, clock: Clock, log: Logger) {
    this.#keys = openKeySet(settings.keys, log);
    this.#source = settings.keys;
    this.#verifier = new JwtVerifier(settings, this.#keys, clock);
    this.#clock = clock;
  }

  /** The rules of the tokens in force. */
  get rules(): readonly TokenRule[] {
    return [...this.#issued.values()].flatMap(({ rules }) => rules);
  }

  /** Why the token of this hash was refused when it was last shown; undefined when it was not, or long ago. */
  refusalOf(hash: Buffer): JwtRefusal | undefined {
    return this.#refused.get(hash.toString('hex'));
  }

  /** Verifies a token that is shown for the first time. Resolves with whether `rules` has changed. Undefined for other tokens. */
  admit(token: string): Promise<boolean> | undefined {
    if (!isJwt(token)) return undefined;
    const hash = hashToken(token);
    return this.#issued.has(hash.toString('hex')) ? undefined : this.#verify(token, hash);
  }

  /** Takes tokens out of force that have expired, or whose key is withdrawn, until `stop`; `onChange` is called each time. */
  watch(onChange: () => void): void {
    const remove = (isGone: (issued: Issued) => boolean) => {
      if (this.#remove(isGone)) onChange();
    };
    const removeExpired = () => remove(({ expiresAt }) => expiresAt <= this.#clock.monotonic());
    const checkKeys = () =>
      void this.#keys.reload().then(() => remove(({ keyId }) => !this.#keys.has(keyId)));
    this.#stops = [every(this.#clock, EXPIRE_MS, removeExpired), this.#watchKeys(checkKeys)];
  }

  /** Stops watching. */
  stop(): void {
    for (const stop of this.#stops) stop();
  }

  async #verify(token: string, hash: Buffer): Promise<boolean> {
    const key = hash.toString('hex');
    const verified = await this.#verifier.verify(token);
    const rules = verified.ok ? rulesOf(hash, verified.value) : undefined;
    if (verified.ok && rules !== undefined) {
      this.#refused.delete(key);
      const { lifetimeMs, keyId, subject } = verified.value;
      this.#issued.set(key, { rules, keyId, subject, expiresAt: this.#clock.monotonic() + lifetimeMs });
      this.#dropOldest(subject);
      return true;
    }
    const badPattern =
      'The token is refused: a pattern in its claims matches no possible id of an agent or a game';
    this.#refused.set(key, verified.ok ? { kind: 'wrong', reason: badPattern } : verified.failure);
    return false;
  }

  #watchKeys(check: () => void): () => void {
    const source = this.#source;
    if (source instanceof URL) return every(this.#clock, FETCH_MS, check);
    watchFile(source.path, { interval: FILE_POLL_MS }, check);
    return () => unwatchFile(source.path, check);
  }

  #remove(isGone: (issued: Issued) => boolean): boolean {
    const before = this.#issued.size;
    for (const [key, issued] of this.#issued) if (isGone(issued)) this.#issued.delete(key);
    return this.#issued.size < before;
  }

  #dropOldest(subject: string): void {
    const all = [...this.#issued.keys()];
    const own = all.filter((key) => this.#issued.get(key)?.subject === subject);
    const oldest = own.length > MAX_OF_SUBJECT ? own[0] : all[0];
    if (own.length > MAX_OF_SUBJECT || all.length > MAX_ISSUED) this.#issued.delete(oldest ?? '');
  }
}

/** The rules of a verified token; undefined when a pattern in its claims can match no id. */
function rulesOf(hash: Buffer, { scopes, rights, quotas }: JwtGrant): readonly TokenRule[] | undefined {
  const rules = scopes.map((scope) => makeRule(hash, scope, { rights, quotas }));
  return rules.every((rule) => rule.ok) ? rules.map((rule) => rule.value) : undefined;
}
