import { createHash, timingSafeEqual } from 'node:crypto';

/** One accepted token: only its hash is kept. */
interface TokenRule {
  readonly hash: Buffer;
  readonly agents: RegExp;
  readonly games: RegExp;
}

export type TokenListResult =
  | { readonly ok: true; readonly tokens: TokenList }
  /** Says which item is wrong, never what it holds. */
  | { readonly ok: false; readonly problem: string };

/** The tokens agents may log in with. */
export class TokenList {
  readonly #rules: readonly TokenRule[];

  constructor(rules: readonly TokenRule[]) {
    this.#rules = rules;
  }

  get size(): number {
    return this.#rules.length;
  }

  /** Whether there is a token of this hash, whoever it is for; always in the same time. */
  knows(given: Buffer): boolean {
    return this.#rules.reduce((known, rule) => timingSafeEqual(rule.hash, given) || known, false);
  }

  /** Whether the token of this hash may be used in this game, by whichever agents it is for; always in the same time. */
  reaches(given: Buffer, gameId: string): boolean {
    return this.#rules.reduce(
      (reached, { hash, games }) => (timingSafeEqual(hash, given) && games.test(gameId)) || reached,
      false,
    );
  }

  /**
   * Whether the token of this hash may be used by this agent, in this game or, without one, in some game. Takes the
   * same time whatever the token is.
   */
  accepts(given: Buffer, agentId: string, gameId?: string): boolean {
    let accepted = false;
    for (const rule of this.#rules) {
      // Every rule is compared, so that the time does not tell which one matched.
      const same = timingSafeEqual(rule.hash, given);
      const inGame = gameId === undefined || rule.games.test(gameId);
      accepted = (same && inGame && rule.agents.test(agentId)) || accepted;
    }
    return accepted;
  }
}

/**
 * Reads items of the form `token` or `sha256:hex`, each optionally followed by `=agent-pattern` or
 * `=agent-pattern/game-pattern` (`*`: anything).
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

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function readRule(item: string): TokenRule | string {
  const cut = item.lastIndexOf('=');
  // A token in base64 may itself end in `=`: only text behind the last one is a pattern.
  const hasPattern = cut > 0 && cut < item.length - 1;
  const secret = hasPattern ? item.slice(0, cut) : item;
  const pattern = hasPattern ? item.slice(cut + 1) : '*';
  const [agents = '*', games = '*', ...rest] = pattern.split('/');
  if (!/^[A-Za-z0-9._:@*-]+$/.test(agents)) return 'the agent pattern has a character no agent id has';
  if (rest.length > 0 || !/^[A-Za-z0-9._*-]+$/.test(games))
    return 'the game pattern has a character no game id has';
  const hash = readHash(secret);
  if (typeof hash === 'string') return hash;
  return { hash, agents: patternOf(agents), games: patternOf(games) };
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
