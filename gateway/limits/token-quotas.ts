import { BoundedMap } from '#shared/core/bounded-map.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LinkCreator } from '#shared/protocol/link.js';
import { QUOTAS, type Quota, type Quotas } from '#shared/protocol/token-quotas.js';

/** Reads entries such as `games=5`, with that sign between name and number. Fails with a sentence for one that is none. */
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

/** What a quota counts of a session. */
interface CountedSession {
  readonly tokenHash: Buffer;
  readonly agentId: string;
  readonly gameId: string;
  readonly isAttached: boolean;
}

/** What a quota asks of a list of tokens, by their hashes. */
interface QuotaTokens {
  /** The quotas of its own that a token has. */
  quotasOf(hash: Buffer): Quotas;
  /** Whether it manages games, so that only its own quotas bind it. */
  grants(hash: Buffer, right: 'manage'): boolean;
}

/** What was found for tokens of a list. */
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

/** What a token has at this gateway. */
export interface TokenUse {
  readonly seats: number;
  readonly connections: number;
}

/** The tokens whose quotas are known at a time. */
const MAX_FOUND = 10_000;

/** The quotas that a gateway counts for itself. */
const COUNTED_HERE = ['seats', 'connections'] as const;

/** What each token may have at most, and what it has. Seats and connections are those of this gateway. */
export class TokenQuotas {
  readonly #options: TokenQuotasOptions;
  #found: FoundQuotas | undefined;
  /** Logins under way. */
  readonly #pending = new Set<CountedSession>();

  constructor(options: TokenQuotasOptions) {
    this.#options = options;
  }

  /** The quotas that bind the token of this hexadecimal hash. Asked for each message: found once for each list of tokens. */
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

  /** What each token with a session has, by the hexadecimal hash of the token. */
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
   * Counts a session that is about to begin, or to get a socket (`isAttached`), until the answer is disposed: it is one of the
   * sessions by then. E113: the token has all the seats or connections that it may have.
   */
  reserve(session: CountedSession): Result<Disposable> {
    const refused = this.#refusalOf(session);
    if (refused !== undefined) return fail(refused);
    this.#pending.add(session);
    return ok({ [Symbol.dispose]: () => void this.#pending.delete(session) });
  }

  /** The highest share that any token has used of its seats and of its connections, from 0 to 1. */
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

  /** How the proxy is told which token makes a game, and what its games may take. */
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

/** Names a token where the token itself, and all of its hash, must not stand. */
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
