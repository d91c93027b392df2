import { createHash, timingSafeEqual } from 'node:crypto';
import { isRight, RIGHTS, type Right } from './rights.js';

/** One accepted token: only its hash is kept. */
interface TokenRule {
  readonly hash: Buffer;
  readonly agents: string;
  readonly games: string;
  readonly agentPattern: RegExp;
  readonly gamePattern: RegExp;
  /** Undefined when the item names none: they follow from what else there is. */
  readonly rights: ReadonlySet<Right> | undefined;
}

export type TokenListResult =
  | { readonly ok: true; readonly tokens: TokenList }
  /** Says which item is wrong, never what it holds. */
  | { readonly ok: false; readonly problem: string };

const ALL_RIGHTS: ReadonlySet<Right> = new Set(RIGHTS);
const PLAY: ReadonlySet<Right> = new Set(['play']);
const WATCH: ReadonlySet<Right> = new Set(['watch']);

/** Agents' tokens that may only watch were written so before there were rights. */
const WATCHER = 'spectator';

/** The tokens in force: who may play, watch and manage which games. */
export class TokenList {
  readonly #rules: readonly TokenRule[];

  constructor(rules: readonly TokenRule[]) {
    this.#rules = rules;
  }

  get size(): number {
    return this.#rules.length;
  }

  /** Whether there is one token, for every agent and game and with all rights: whoever has it is trusted with all. */
  get isSingle(): boolean {
    const [rule, ...others] = this.#rules;
    if (rule === undefined || others.length > 0) return false;
    return rule.agents === '*' && rule.games === '*' && this.#rightsOf(rule).size === ALL_RIGHTS.size;
  }

  /** Whether there is a token of this hash, whatever it is good for. */
  knows(given: Buffer): boolean {
    return this.#any(given, () => true);
  }

  /** Whether the token of this hash is good for anything in this game. */
  reaches(given: Buffer, gameId: string): boolean {
    return this.#any(given, ({ gamePattern }) => gamePattern.test(gameId));
  }

  /** Whether the token of this hash gives this right in this game or, without one, in some game. */
  grants(given: Buffer, right: Right, gameId?: string): boolean {
    return this.#any(given, (rule) => isFor(rule, gameId) && this.#rightsOf(rule).has(right));
  }

  /** Whether this agent may play with the token of this hash, in this game or, without one, in some game. */
  accepts(given: Buffer, agentId: string, gameId?: string): boolean {
    return this.#any(
      given,
      (rule) => isFor(rule, gameId) && rule.agentPattern.test(agentId) && this.#rightsOf(rule).has('play'),
    );
  }

  /** Compares every rule, so that the time does not tell which one matched. */
  #any(given: Buffer, fits: (rule: TokenRule) => boolean): boolean {
    return this.#rules.reduce(
      (found, rule) => (timingSafeEqual(rule.hash, given) && fits(rule)) || found,
      false,
    );
  }

  /** Those of its item; else all of a token that is alone and for everything, and `play` of one among others. */
  #rightsOf({ rights, agents, games }: TokenRule): ReadonlySet<Right> {
    if (rights !== undefined) return rights;
    if (agents === WATCHER) return WATCH;
    return this.#rules.length === 1 && agents === '*' && games === '*' ? ALL_RIGHTS : PLAY;
  }
}

function isFor({ gamePattern }: TokenRule, gameId: string | undefined): boolean {
  return gameId === undefined || gamePattern.test(gameId);
}

/**
 * Reads items of the form `token` or `sha256:hex`, each optionally followed by `=agents`, `=agents/games` or
 * `=agents/games/rights`: patterns in which `*` is anything, and rights joined by `+`.
 */
export function readTokenList(items: readonly string[]): TokenListResult {
  const rules: TokenRule[] = [];
  for (const [index, item] of items.entries()) {
    const rule = readRule(item);
    if (typeof rule === 'string') return { ok: false, problem: `item ${index + 1}: ${rule}` };
    rules.push(rule);
  }
  return { ok: true, tokens: new TokenList(rules) };
}

/** SHA-256 of a token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function readRule(item: string): TokenRule | string {
  const cut = item.lastIndexOf('=');
  // A token in base64 may itself end in `=`: only text behind the last one is a pattern.
  const hasPattern = cut > 0 && cut < item.length - 1;
  const secret = hasPattern ? item.slice(0, cut) : item;
  const pattern = hasPattern ? item.slice(cut + 1) : '*';
  const [agents = '*', games = '*', named, ...rest] = pattern.split('/');
  if (!/^[A-Za-z0-9._:@*-]+$/.test(agents)) return 'the agent pattern has a character no agent id has';
  if (!/^[A-Za-z0-9._*-]+$/.test(games)) return 'the game pattern has a character no game id has';
  const rights = named?.split('+') ?? [];
  if (rest.length > 0 || !rights.every(isRight)) return 'the rights are play, watch and manage, joined by +';
  const hash = readHash(secret);
  if (typeof hash === 'string') return hash;
  return {
    hash,
    agents,
    games,
    agentPattern: patternOf(agents),
    gamePattern: patternOf(games),
    rights: named === undefined ? undefined : new Set(rights),
  };
}

function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split('*').map(escapeForRegExp).join('.*')}$`);
}

/** The hash of a token given as itself or as `sha256:hex`; a sentence when it is neither. */
export function readHash(secret: string): Buffer | string {
  if (!secret.startsWith('sha256:')) return hashToken(secret);
  const hex = secret.slice('sha256:'.length);
  return /^[0-9a-fA-F]{64}$/.test(hex)
    ? Buffer.from(hex, 'hex')
    : 'expected 64 hexadecimal digits after sha256:';
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
