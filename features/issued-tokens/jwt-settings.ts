import { statSync } from 'node:fs';
import type { Config } from '#shared/core/config.js';
import { isLoopback } from '#shared/core/hosts.js';
import { fail, ok, type Result } from '#shared/core/result.js';

/** The algorithms of public keys. HMAC is not among them: with its secret the gateway could make tokens itself. */
const ALGORITHMS = new Set(
  ['RS', 'PS', 'ES'].flatMap((family) => [256, 384, 512].map((bits) => `${family}${bits}`)).concat('EdDSA'),
);

/** Which JSON Web Tokens (RFC 7519) are accepted, and what their claims mean here. */
export interface JwtSettings {
  /** JWT_ISSUER: the claim `iss`, to the letter. */
  readonly issuer: string;
  /** JWT_AUDIENCE: one of them is in the claim `aud`. */
  readonly audience: readonly string[];
  /** JWT_JWKS: the issuer's set of public keys (RFC 7517). */
  readonly keys: URL | { readonly path: string };
  /** JWT_ALGORITHMS. */
  readonly algorithms: readonly string[];
  /** JWT_CLOCK_SKEW_S: how far the clocks of issuer and gateway may differ, in seconds. */
  readonly clockSkewS: number;
  /** JWT_AGENTS_CLAIM: the claim with the agent patterns; without it the agent is the claim `sub`. */
  readonly agentsClaim: string;
  /** JWT_GAMES_CLAIM: the claim with the game patterns; without it all games. */
  readonly gamesClaim: string;
}

/** The settings of JSON Web Tokens; undefined while JWT_ISSUER is not set. Fails with `NAME: problem`. */
export function readJwtSettings(config: Config): Result<JwtSettings | undefined, string> {
  const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_JWKS: source } = config;
  if (issuer === undefined) {
    const isAlone = source !== undefined || audience.length > 0;
    return isAlone ? fail('JWT_ISSUER: required with JWT_AUDIENCE and JWT_JWKS') : ok(undefined);
  }
  if (audience.length === 0)
    return fail('JWT_AUDIENCE: required with JWT_ISSUER, or tokens for other services would open this one');
  if (source === undefined) return fail('JWT_JWKS: required with JWT_ISSUER');
  const keys = readKeySource(source);
  if (!keys.ok) return fail(`JWT_JWKS: ${keys.failure}`);
  const unknown = config.JWT_ALGORITHMS.find((name) => !ALGORITHMS.has(name));
  if (unknown !== undefined)
    return fail(`JWT_ALGORITHMS: ${unknown} is not one of ${[...ALGORITHMS].join(', ')}`);
  return ok({
    issuer,
    audience,
    keys: keys.value,
    algorithms: config.JWT_ALGORITHMS,
    clockSkewS: config.JWT_CLOCK_SKEW_S,
    agentsClaim: config.JWT_AGENTS_CLAIM,
    gamesClaim: config.JWT_GAMES_CLAIM,
  });
}

function readKeySource(source: string): Result<JwtSettings['keys'], string> {
  if (/^https?:\/\//.test(source)) {
    if (!URL.canParse(source)) return fail('not a URL');
    const url = new URL(source);
    const isSafe = url.protocol === 'https:' || isLoopback(url.hostname);
    return isSafe ? ok(url) : fail('expected https: whoever answers for this address makes tokens');
  }
  const isFile = statSync(source, { throwIfNoEntry: false })?.isFile() === true;
  return isFile ? ok({ path: source }) : fail('not a URL and not a file');
}
