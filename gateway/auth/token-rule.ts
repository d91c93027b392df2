import { createHash } from 'node:crypto';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Quotas } from '#shared/protocol/token-quotas.js';
import { readQuotas } from '../limits/token-quotas.js';

/** All rights. */
export const RIGHTS = ['play', 'watch', 'manage'] as const;

/**
 * What a token permits in a game: to `play` the seats of its agents, to `watch` the whole game and what agents think, to
 * `manage` the game (start, pause, resume, save, fork, end, delete).
 */
export type Right = (typeof RIGHTS)[number];

/** Whether the text is the name of a right. */
export function isRight(text: string): text is Right {
  return RIGHTS.some((right) => right === text);
}

/** What a token is for: patterns in which `*` matches any text. */
export interface TokenScope {
  readonly agents: string;
  readonly games: string;
}

/** One thing that a token opens. The token itself is not stored, only its hash. */
export interface TokenRule extends TokenScope {
  readonly hash: Buffer;
  readonly agentPattern: RegExp;
  readonly gamePattern: RegExp;
  /** Undefined when the item names no rights: they then follow from the other items (see `TokenList`). */
  readonly rights: ReadonlySet<Right> | undefined;
  /** Its own quotas; they replace those of TOKEN_QUOTAS. */
  readonly quotas: Quotas;
  /** Where it is from. Made and issued tokens do not change the default rights of those of the settings. */
  readonly source: 'settings' | 'made' | 'issued';
}

const PLAY: ReadonlySet<Right> = new Set(['play']);

/** The SHA-256 of a token, 32 bytes. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The hash of a token that is given as itself or as `sha256:hex`; fails with a sentence for a malformed hash. */
export function readHash(secret: string): Result<Buffer, string> {
  if (!secret.startsWith('sha256:')) return ok(hashToken(secret));
  const hex = secret.slice('sha256:'.length);
  return /^[0-9a-fA-F]{64}$/.test(hex)
    ? ok(Buffer.from(hex, 'hex'))
    : fail('expected 64 hexadecimal digits after sha256:');
}

/** Makes a rule, by default one of an issuer. Fails with a sentence for a pattern that no id can match. */
export function makeRule(
  hash: Buffer,
  { agents, games }: TokenScope,
  {
    rights,
    quotas = {},
    source = 'issued',
  }: Pick<TokenRule, 'rights'> & Partial<Pick<TokenRule, 'quotas' | 'source'>>,
): Result<TokenRule, string> {
  if (!/^[A-Za-z0-9._:@*-]+$/.test(agents)) return fail('the agent pattern has a character no agent id has');
  if (!/^[A-Za-z0-9._*-]+$/.test(games)) return fail('the game pattern has a character no game id has');
  const [agentPattern, gamePattern] = [patternOf(agents), patternOf(games)];
  return ok({ hash, agents, games, agentPattern, gamePattern, rights, quotas, source });
}

/**
 * Reads an item of the form `token` or `sha256:hex`, optionally followed by `=agents`, `=agents@games`, `=agents/games`,
 * `=agents/games/rights` or `=agents/games/rights/quotas`: patterns, rights joined by `+`, and quotas such as `games:2+seats:4`.
 * An item with an @ makes two rules, because an agent id may have an @: one for agents in games, one for agents with that id.
 */
export function readRules(item: string, source: TokenRule['source']): Result<readonly TokenRule[], string> {
  const whole = readRule(item, source);
  const [, secret, agents, games] = /^(.+)=([^=/@]+)@([^=/@]+)$/.exec(item) ?? [];
  if (!whole.ok || secret === undefined) return whole.ok ? ok([whole.value]) : whole;
  const narrow = readRule(`${secret}=${agents}/${games}/play`, source);
  return narrow.ok ? ok([narrow.value, { ...whole.value, rights: PLAY }]) : ok([whole.value]);
}

function readRule(item: string, source: TokenRule['source']): Result<TokenRule, string> {
  const cut = item.lastIndexOf('=');
  // A token in base64 may itself end in `=`: only text after the last `=` is a pattern.
  const hasPattern = cut > 0 && cut < item.length - 1;
  const secret = hasPattern ? item.slice(0, cut) : item;
  const pattern = hasPattern ? item.slice(cut + 1) : '*';
  const [agents = '*', games = '*', named, limits, ...rest] = pattern.split('/');
  const rights = named?.split('+') ?? [];
  if (rest.length > 0 || !rights.every(isRight))
    return fail('the rights are play, watch and manage, joined by +');
  const hash = readHash(secret);
  if (!hash.ok) return hash;
  const quotas = readQuotas(limits?.split('+') ?? [], ':');
  if (!quotas.ok) return quotas;
  const granted = named === undefined ? undefined : new Set(rights);
  return makeRule(hash.value, { agents, games }, { rights: granted, quotas: quotas.value, source });
}

function patternOf(text: string): RegExp {
  return new RegExp(`^${text.split('*').map(escapeForRegExp).join('.*')}$`);
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
