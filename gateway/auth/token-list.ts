import { fail, ok, type Result } from '#shared/core/result.js';
import type { Quotas } from '#shared/protocol/token-quotas.js';
import { RIGHTS, type Right, readRules, type TokenRule, type TokenScope } from './token-rule.js';

const ALL_RIGHTS: ReadonlySet<Right> = new Set(RIGHTS);
const PLAY: ReadonlySet<Right> = new Set(['play']);
const WATCH: ReadonlySet<Right> = new Set(['watch']);

/** The agent pattern of a token that may only watch: the form before there were rights. */
const SPECTATOR_PATTERN = 'spectator';

/** One token of a list, without the token itself. */
export interface TokenSummary {
  readonly hash: Buffer;
  readonly source: TokenRule['source'];
  readonly scopes: readonly (TokenScope & { readonly rights: ReadonlySet<Right> })[];
}

/** A set of tokens: which agents may play, and who may watch and manage, in which games. */
export class TokenList {
  readonly #rules: readonly TokenRule[];
  /** By the hexadecimal hash of the token: to look up a hash tells nothing of the token that has it. */
  readonly #byHash = new Map<string, TokenRule[]>();
  /** The items of the settings. */
  readonly #configured: readonly TokenRule[];

  constructor(rules: readonly TokenRule[]) {
    this.#rules = rules;
    this.#configured = rules.filter(({ source }) => source === 'settings');
    for (const rule of rules) {
      const hash = rule.hash.toString('hex');
      const ofToken = this.#byHash.get(hash);
      if (ofToken === undefined) this.#byHash.set(hash, [rule]);
      else ofToken.push(rule);
    }
  }

  /** The number of items. */
  get size(): number {
    return this.#rules.length;
  }

  /** The hashes of all tokens, hexadecimal. */
  get hashes(): ReadonlySet<string> {
    return new Set(this.#byHash.keys());
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

  /** Each token with what it opens. */
  get summaries(): readonly TokenSummary[] {
    return [...this.#byHash.values()].flatMap((rules) => {
      const [first] = rules;
      if (first === undefined) return [];
      const scopes = rules.map((rule) => ({
        agents: rule.agents,
        games: rule.games,
        rights: this.#rightsOf(rule),
      }));
      return [{ hash: first.hash, source: first.source, scopes }];
    });
  }

  /** The list with further rules. */
  with(rules: readonly TokenRule[]): TokenList {
    return rules.length === 0 ? this : new TokenList([...this.#rules, ...rules]);
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

  /** The one seat that the token of this hash opens; undefined when it opens none, or may open several. */
  seatOf(given: Buffer): { readonly agentId: string; readonly gameId: string } | undefined {
    const rules = this.#byHash.get(given.toString('hex')) ?? [];
    const [rule, ...others] = rules.filter((one) => this.#rightsOf(one).has('play'));
    if (rule === undefined || others.length > 0 || `${rule.agents}${rule.games}`.includes('*'))
      return undefined;
    return { agentId: rule.agents, gameId: rule.games };
  }

  /** The quotas of its own that the token of this hash has. */
  quotasOf(given: Buffer): Quotas {
    const rules = this.#byHash.get(given.toString('hex')) ?? [];
    return Object.assign({}, ...rules.map(({ quotas }) => quotas));
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

  #any(given: Buffer | undefined, fits: (rule: TokenRule) => boolean): boolean {
    return given !== undefined && this.#byHash.get(given.toString('hex'))?.some(fits) === true;
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
 * Reads the items of a list of tokens (`readRules`). A failure says which item is wrong, never what it contains. `minted` are
 * those that the gateway has made.
 */
export function readTokenList(
  items: readonly string[],
  minted: readonly string[] = [],
): Result<TokenList, string> {
  const rules: TokenRule[] = [];
  for (const [index, item] of [...items, ...minted].entries()) {
    const read = readRules(item, index < items.length ? 'settings' : 'made');
    if (!read.ok) return fail(`item ${index + 1}: ${read.failure}`);
    rules.push(...read.value);
  }
  return ok(new TokenList(rules));
}
