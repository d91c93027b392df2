import { BoundedMap } from '#shared/core/bounded-map.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LinkCreator } from '#shared/protocol/link.js';
import { QUOTAS, type Quota, type Quotas } from '#shared/protocol/token-quotas.js';

/** Reads entries such as `games=5`, with `sign` between name and number. Fails with a sentence for a malformed entry. */
export function readQuotas(entries: readonly string[], sign: '=' | ':' = '='): Result<Quotas, string> {
  const quotas: Partial<Record<Quota, number>> = {};
  for (const entry of entries) {
    const [name = '', text = ''] = entry.split(sign);
    const most = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
    const quota = QUOTAS.find((one) => one === name);
    if (quota === undefined || most === undefined)
      return fail(`expected name${sign}number, of ${QUOTAS.join(', ')}`);
    quotas[quota] = most;
  }
  return ok(quotas);
}

/** The part of a session that quotas are counted by. */
interface CountedSession {
  readonly tokenHash: Buffer;
  readonly agentId: string;
  readonly gameId: string;
  readonly isAttached: boolean;
}

/** The part of a token list that quotas are read from. */
interface QuotaTokens {
  /** The quotas of its own that a token has. */
  quotasOf(hash: Buffer): Quotas;
  /** Whether it manages games, so that only its own quotas bind it. */
  grants(hash: Buffer, right: 'manage'): boolean;
}

/** The quotas of tokens that were asked for, as long as the settings and the list stay the same. */
interface FoundQuotas {
  readonly preset: Quotas;
  readonly tokens: QuotaTokens;
  /** By hexadecimal hash. */
  readonly byHash: BoundedMap<string, Quotas>;
}

/** What the quotas are made with. */
export interface TokenQuotasOptions {
  /** TOKEN_QUOTAS, of tokens that manage no game. It is another object when it has changed. */
  preset(): Quotas;
  /** The tokens in force. It is another list when they have changed. */
  tokens(): QuotaTokens;
  /** All sessions of this gateway. */
  sessions(): Iterable<CountedSession>;
}

/** What a token uses at this gateway. */
export interface TokenUse {
  readonly seats: number;
  readonly connections: number;
}

/** How many tokens' quotas are kept. */
const MAX_FOUND = 10_000;

/** The quotas that each gateway counts by itself. */
const COUNTED_HERE = ['seats', 'connections'] as const;

/** The quotas of each token and what it uses. Seats and connections are those of this gateway. */
export class TokenQuotas {
  readonly #options: TokenQuotasOptions;
  #found: FoundQuotas | undefined;
  /** Logins under way. */
  readonly #pending = new Set<CountedSession>();

  constructor(options: TokenQuotasOptions) {
    this.#options = options;
  }

  /** The quotas of the token with this hexadecimal hash. Called for each message, so the result is kept. */
  of(key: string): Quotas {
    const [preset, tokens] = [this.#options.preset(), this.#options.tokens()];
    if (this.#found?.preset !== preset || this.#found.tokens !== tokens)
      this.#found = { preset, tokens, byHash: new BoundedMap(MAX_FOUND) };
    const { byHash } = this.#found;
    const known = byHash.get(key);
    if (known !== undefined) return known;
    const hash = Buffer.from(key, 'hex');
    const quotas = { ...(tokens.grants(hash, 'manage') ? {} : preset), ...tokens.quotasOf(hash) };
    byHash.set(key, quotas);
    return quotas;
  }

  /** What each token with a session uses, by the hexadecimal hash of the token. */
  get uses(): ReadonlyMap<string, TokenUse> {
    const counted = new Map<string, { readonly seats: Set<string>; connections: number }>();
    for (const session of this.#sessions()) {
      const hash = session.tokenHash.toString('hex');
      const use = counted.get(hash) ?? { seats: new Set<string>(), connections: 0 };
      counted.set(hash, use);
      use.seats.add(seatOf(session));
      if (session.isAttached) use.connections += 1;
    }
    return new Map(
      [...counted].map(([hash, { seats, connections }]) => [hash, { seats: seats.size, connections }]),
    );
  }

  /**
   * Counts a session that is about to begin, or to get a socket (`isAttached`). Dispose of the result when the session is in
   * `sessions`, or has failed. E113: the token uses all of its seats or connections.
   */
  reserve(session: CountedSession): Result<Disposable> {
    const refused = this.#refusalOf(session);
    if (refused !== undefined) return fail(refused);
    this.#pending.add(session);
    return ok({ [Symbol.dispose]: () => void this.#pending.delete(session) });
  }

  /** The highest share of its seats, and of its connections, that any token uses, from 0 to 1. */
  get highestUse(): ReadonlyMap<string, number> {
    const highest = new Map<string, number>(COUNTED_HERE.map((quota) => [quota, 0]));
    for (const [hash, use] of this.uses) {
      const most = this.of(hash);
      for (const quota of COUNTED_HERE) {
        const share = use[quota] / (most[quota] ?? Number.POSITIVE_INFINITY);
        highest.set(quota, Math.max(highest.get(quota) ?? 0, share));
      }
    }
    return highest;
  }

  /** What the proxy is told about the token that makes a game: its fingerprint and the quotas of its games. */
  creatorOf(hash: Buffer): LinkCreator {
    const { games, disk_mb: megabytes } = this.of(hash.toString('hex'));
    return {
      token: fingerprintOf(hash),
      max_games: games,
      max_bytes: megabytes === undefined ? undefined : megabytes * 1e6,
    };
  }

  #refusalOf(session: CountedSession): Failure | undefined {
    const { seats, connections } = this.of(session.tokenHash.toString('hex'));
    if (seats === undefined && connections === undefined) return undefined;
    const own = this.#sessionsOf(session.tokenHash);
    const sockets = own.filter(({ isAttached }) => isAttached).length;
    if (session.isAttached && connections !== undefined && sockets >= connections)
      return usedUp('connections', connections, 'close one');
    const others = new Set(own.map(seatOf));
    others.delete(seatOf(session));
    if (seats === undefined || others.size < seats) return undefined;
    return usedUp('seats', seats, 'one is free when its session ends');
  }

  #sessionsOf(hash: Buffer): readonly CountedSession[] {
    return this.#sessions().filter(({ tokenHash }) => tokenHash.equals(hash));
  }

  #sessions(): readonly CountedSession[] {
    return [...this.#options.sessions(), ...this.#pending];
  }
}

/** The name of a token where neither the token nor its whole hash may appear. */
export function fingerprintOf(hash: Buffer): string {
  return hash.toString('hex').slice(0, 16);
}

function seatOf({ agentId, gameId }: CountedSession): string {
  return `${agentId} ${gameId}`;
}

function usedUp(quota: 'seats' | 'connections', max: number, remedy: string): Failure {
  return failure('E113', `This token has the ${max} ${quota} that it may have: ${remedy}`, {
    details: { quota, max },
  });
}
