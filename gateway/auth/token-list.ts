import { createHash, timingSafeEqual } from 'node:crypto';
import { fail, ok, type Result } from '#shared/core/result.js';

/** All rights. */
export const RIGHTS = ['play', 'watch', 'manage'] as const;

/**
 * What a token permits in a game: to `play` the seats of its agents, to `watch` the whole game and what agents think, to
 * `manage` the game (start, pause, resume, save, fork, end, delete).
 */
export type Right = (typeof RIGHTS)[number];

function isRight(text: string): text is Right {
  return RIGHTS.some((right) => right === text);
}

/** One accepted token. The token itself is not stored, only its hash. */
interface TokenRule {
  readonly hash: Buffer;
  readonly agents: string;
  readonly games: string;
  readonly agentPattern: RegExp;
  readonly gamePattern: RegExp;
  /** Undefined when the item names no rights: they then follow from the other items (see `#rightsOf`). */
  readonly rights: ReadonlySet<Right> | undefined;
  /** Whether the gateway made it: then it changes nothing for the others. */
  readonly isMinted: boolean;
}

const ALL_RIGHTS: ReadonlySet<Right> = new Set(RIGHTS);
const PLAY: ReadonlySet<Right> = new Set(['play']);
const WATCH: ReadonlySet<Right> = new Set(['watch']);

/** The agent pattern of a token that may only watch: the form before there were rights. */
const SPECTATOR_PATTERN = 'spectator';

/** A set of tokens: which agents may play, and who may watch and manage, in which games. */
export class TokenList {
  readonly #rules: readonly TokenRule[];

  constructor(rules: readonly TokenRule[]) {
    this.#rules = rules;
  }

  /** The number of items. */
  get size(): number {
    return this.#rules.length;
  }

  /** The items of the settings. */
  get #configured(): readonly TokenRule[] {
    return this.#rules.filter(({ isMinted }) => !isMinted);
  }

  /** The hashes of all tokens, hexadecimal. */
  get hashes(): ReadonlySet<string> {
    return new Set(this.#rules.map(({ hash }) => hash.toString('hex')));
  }

  /** What the tokens open, in a sentence for the log. */
  get summary(): string {
    const count = (right: Right) => this.#rules.filter((rule) => this.#rightsOf(rule).has(right)).length;
    const earlier = this.#rules.filter(({ rights, agents }) => rights === undefined && agents.includes('*'));
    const entering =
      earlier.length === 0
        ? ''
        : `; ${earlier.length} without named rights may enter seats that another session holds (write =agents/games/play)`;
    return `tokens in force: ${count('play')} to play, ${count('watch')} to watch, ${count('manage')} to manage${entering}`;
  }

  /** The list without the tokens of these hexadecimal hashes. */
  without(revoked: ReadonlySet<string>): TokenList {
    return new TokenList(this.#rules.filter(({ hash }) => !revoked.has(hash.toString('hex'))));
  }

  /** Whether there is a single token, for every agent and game and with all rights: its holders are trusted with all. */
  get isSingle(): boolean {
    const [rule, ...others] = this.#configured;
    if (rule === undefined || others.length > 0) return false;
    return rule.agents === '*' && rule.games === '*' && this.#rightsOf(rule).size === ALL_RIGHTS.size;
  }

  /** Whether a token has this hash, whatever it permits. */
  isKnown(given: Buffer | undefined): boolean {
    return this.#any(given, () => true);
  }

  /** Whether the token of this hash permits anything in this game. */
  coversGame(given: Buffer | undefined, gameId: string): boolean {
    return this.#any(given, ({ gamePattern }) => gamePattern.test(gameId));
  }

  /** Whether the token of this hash gives this right in this game or, without an id, in some game. */
  grants(given: Buffer | undefined, right: Right, gameId?: string): boolean {
    return this.#any(given, (rule) => isFor(rule, gameId) && this.#rightsOf(rule).has(right));
  }

  /** Whether this agent may play with the token of this hash, in this game or, without an id, in some game. */
  acceptsAgent(given: Buffer | undefined, agentId: string, gameId?: string): boolean {
    return this.#any(
      given,
      (rule) => isFor(rule, gameId) && rule.agentPattern.test(agentId) && this.#rightsOf(rule).has('play'),
    );
  }

  /**
   * Whether the token of this hash alone opens what is this agent's own, its seat while another session holds it included: it
   * is for this agent alone, manages the game, or is of the form without rights, which came before seats had holders.
   */
  actsFor(given: Buffer | undefined, agentId: string, gameId: string): boolean {
    if (!this.acceptsAgent(given, agentId, gameId)) return false;
    if (this.grants(given, 'manage', gameId)) return true;
    return this.#any(
      given,
      (rule) =>
        isFor(rule, gameId) &&
        rule.agentPattern.test(agentId) &&
        (rule.agents === agentId || rule.rights === undefined),
    );
  }

  /** Compares every rule, so that the duration does not reveal which one matched. */
  #any(given: Buffer | undefined, fits: (rule: TokenRule) => boolean): boolean {
    if (given === undefined) return false;
    return this.#rules.reduce(
      (found, rule) => (timingSafeEqual(rule.hash, given) && fits(rule)) || found,
      false,
    );
  }

  /** The rights of its item; by default all for a single token without patterns, `play` for one of several. */
  #rightsOf({ rights, agents, games }: TokenRule): ReadonlySet<Right> {
    if (rights !== undefined) return rights;
    if (agents === SPECTATOR_PATTERN) return WATCH;
    return this.#configured.length === 1 && agents === '*' && games === '*' ? ALL_RIGHTS : PLAY;
  }
}

function isFor({ gamePattern }: TokenRule, gameId: string | undefined): boolean {
  return gameId === undefined || gamePattern.test(gameId);
}

/**
 * Parses items of the form `token` or `sha256:hex`, each optionally followed by `=agents`, `=agents@games`, `=agents/games`
 * or `=agents/games/rights`: patterns in which `*` matches any text, and rights joined by `+`. A failure says which item is
 * wrong, never what it contains. `minted` are those that the gateway has made.
 */
export function readTokenList(
  items: readonly string[],
  minted: readonly string[] = [],
): Result<TokenList, string> {
  const rules: TokenRule[] = [];
  for (const [index, item] of [...items, ...minted].entries()) {
    const read = readRules(item, index >= items.length);
    if (!read.ok) return fail(`item ${index + 1}: ${read.failure}`);
    rules.push(...read.value);
  }
  return ok(new TokenList(rules));
}

/** The SHA-256 of a token, 32 bytes. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The rules of an item. One with an @ is for agents in games, and for agents whose ids have that @, as it was before. */
function readRules(item: string, isMinted: boolean): Result<readonly TokenRule[], string> {
  const whole = readRule(item, isMinted);
  const [, secret, agents, games] = /^(.+)=([^=/@]+)@([^=/@]+)$/.exec(item) ?? [];
  if (!whole.ok || secret === undefined) return whole.ok ? ok([whole.value]) : whole;
  const narrow = readRule(`${secret}=${agents}/${games}/play`, isMinted);
  return narrow.ok ? ok([narrow.value, { ...whole.value, rights: PLAY }]) : ok([whole.value]);
}

function readRule(item: string, isMinted: boolean): Result<TokenRule, string> {
  const cut = item.lastIndexOf('=');
  // A token in base64 may itself end in `=`: only text after the last `=` is a pattern.
  const hasPattern = cut > 0 && cut < item.length - 1;
  const secret = hasPattern ? item.slice(0, cut) : item;
  const pattern = hasPattern ? item.slice(cut + 1) : '*';
  const [agents = '*', games = '*', named, ...rest] = pattern.split('/');
  if (!/^[A-Za-z0-9._:@*-]+$/.test(agents)) return fail('the agent pattern has a character no agent id has');
  if (!/^[A-Za-z0-9._*-]+$/.test(games)) return fail('the game pattern has a character no game id has');
  const rights = named?.split('+') ?? [];
  if (rest.length > 0 || !rights.every(isRight))
    return fail('the rights are play, watch and manage, joined by +');
  const hash = readHash(secret);
  if (!hash.ok) return hash;
  return ok({
    hash: hash.value,
    agents,
    games,
    agentPattern: patternOf(agents),
    gamePattern: patternOf(games),
    rights: named === undefined ? undefined : new Set(rights),
    isMinted,
  });
}

function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split('*').map(escapeForRegExp).join('.*')}$`);
}

/** The hash of a token that is given as itself or as `sha256:hex`; fails with a sentence for a malformed hash. */
export function readHash(secret: string): Result<Buffer, string> {
  if (!secret.startsWith('sha256:')) return ok(hashToken(secret));
  const hex = secret.slice('sha256:'.length);
  return /^[0-9a-fA-F]{64}$/.test(hex)
    ? ok(Buffer.from(hex, 'hex'))
    : fail('expected 64 hexadecimal digits after sha256:');
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
