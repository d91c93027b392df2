import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '#shared/core/clock.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { QUOTAS, type Quotas } from '#shared/protocol/token-quotas.js';
import { isRight, type Right, type TokenScope } from '../../gateway/auth/token-rule.js';
import type { JwtSettings } from './jwt-settings.js';
import type { KeySet } from './key-set.js';

/** What a JSON Web Token opens. */
export interface JwtGrant {
  /** For each agent pattern, the games. */
  readonly scopes: readonly TokenScope[];
  readonly rights: ReadonlySet<Right>;
  readonly quotas: Quotas;
  /** Milliseconds from now to the end of the claim `exp` and the clock skew. */
  readonly lifetimeMs: number;
  /** The id of the key that has signed it. */
  readonly keyId: string;
  /** The claim `sub`. */
  readonly subject: string;
}

/** Why a token is refused. */
export interface JwtRefusal {
  /** `unavailable`: the keys of the issuer cannot be read now, so the signature cannot be checked. */
  readonly kind: 'wrong' | 'unavailable';
  /** A sentence for the agent. */
  readonly reason: string;
}

const patternsSchema = z.union([z.string().transform((text) => [text]), z.array(z.string()).min(1).max(20)]);

const quotasSchema = z.partialRecord(z.enum(QUOTAS), z.int().positive());

/** Three parts in base64url, the first of which begins with `{"`. */
const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** Whether a token may be a JSON Web Token, by its form. */
export function isJwt(token: string): boolean {
  return token.length <= 8_192 && JWT.test(token);
}

/** Checks tokens of one issuer: signature, issuer, audience, times; and reads what they open from their claims. */
export class JwtVerifier {
  readonly #settings: JwtSettings;
  readonly #keys: KeySet;
  readonly #clock: Clock;

  constructor(settings: JwtSettings, keys: KeySet, clock: Clock) {
    this.#settings = settings;
    this.#keys = keys;
    this.#clock = clock;
  }

  /** What a token opens, or why it is refused. */
  async verify(token: string): Promise<Result<JwtGrant, JwtRefusal>> {
    const { issuer, audience, algorithms, clockSkewS } = this.#settings;
    const now = this.#clock.now();
    try {
      // When a key is withdrawn its tokens are found by this id.
      const { kid: keyId } = decodeProtectedHeader(token);
      if (keyId === undefined) return wrong('its header names no key (kid)');
      const { payload } = await jwtVerify(token, (header, input) => this.#keys.find(header, input), {
        issuer,
        audience: [...audience],
        algorithms: [...algorithms],
        clockTolerance: clockSkewS,
        currentDate: new Date(now),
        requiredClaims: ['exp', 'sub'],
      });
      const claims = this.#read(payload);
      if (!claims.ok) return wrong(claims.failure);
      const lifetimeMs = ((payload.exp ?? 0) + clockSkewS) * 1000 - now;
      return ok({ ...claims.value, lifetimeMs, keyId, subject: payload.sub ?? '' });
    } catch (error) {
      return refusalOf(error);
    }
  }

  #read(payload: JWTPayload): Result<Pick<JwtGrant, 'scopes' | 'rights' | 'quotas'>, string> {
    const { agentsClaim, gamesClaim } = this.#settings;
    const rights = new Set(
      String(payload.scope ?? '')
        .split(' ')
        .filter(isRight),
    );
    if (rights.size === 0) return fail('its claim scope has none of play, watch, manage');
    const agents = patternsSchema.safeParse(payload[agentsClaim] ?? payload.sub);
    if (!agents.success) return fail(`its claim ${agentsClaim} is neither a string nor a list of strings`);
    const games = patternsSchema.safeParse(payload[gamesClaim] ?? '*');
    if (!games.success) return fail(`its claim ${gamesClaim} is neither a string nor a list of strings`);
    const scopes = agents.data.flatMap((agent) => games.data.map((game) => ({ agents: agent, games: game })));
    const quotas = quotasSchema.safeParse(payload.quotas ?? {});
    if (!quotas.success) return fail('its claim quotas is not an object of positive whole numbers');
    return ok({ scopes, rights, quotas: quotas.data });
  }
}

function wrong(reason: string): Result<never, JwtRefusal> {
  return fail({ kind: 'wrong', reason: `The token is refused: ${reason}` });
}

/** The refusal for an error of jose. Any other error comes from the network or the issuer: the keys are unavailable. */
function refusalOf(error: unknown): Result<never, JwtRefusal> {
  if (error instanceof errors.JWTExpired) return fail({ kind: 'wrong', reason: 'The token has expired' });
  if (error instanceof errors.JWTClaimValidationFailed)
    return wrong(`its claim ${error.claim} is missing or wrong`);
  if (error instanceof errors.JWKSNoMatchingKey) return wrong('the issuer has no key with its key id (kid)');
  if (error instanceof errors.JOSEAlgNotAllowed)
    return wrong('its algorithm is not allowed (JWT_ALGORITHMS)');
  if (error instanceof errors.JWSSignatureVerificationFailed) return wrong('its signature is wrong');
  const isOfIssuer = error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid;
  if (error instanceof errors.JOSEError && error.code !== 'ERR_JOSE_GENERIC' && !isOfIssuer)
    return wrong('it is not a valid JSON Web Token');
  return fail({
    kind: 'unavailable',
    reason: 'The keys of the issuer of this token cannot be read now; try again',
  });
}
