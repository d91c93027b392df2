import type { Clock } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LoginLimits } from '../limits/login-limits.js';
import { hashToken } from './token-rule.js';

/** The sender of an HTTP request, as access checks need it. */
export interface Caller {
  /** The `authorization` header. */
  readonly authorization: string | undefined;
  /** The remote IP address. */
  readonly address: string;
  /** The `x-session-id` header: a session of the agent that the request is about. */
  readonly sessionId?: string | undefined;
}

/** Why a request is refused: the HTTP status and a sentence for the caller. */
export interface AccessRefusal {
  /**
   * 401: no valid token; 403: the token lacks the right; 429: too many wrong tokens from this address; 503: it is not known
   * yet whether the token was revoked.
   */
  readonly status: 401 | 403 | 429 | 503;
  readonly error: string;
}

/** The outcome of an access check; its value is what the check grants. */
export type Access<T = undefined> = Result<T, AccessRefusal>;

/** The outcome of a check that grants nothing but passage. */
export const GRANTED: Access = ok(undefined);

/** What is wrong with the bearer token of a request. */
export type BearerProblem =
  | { readonly kind: 'missing' }
  /** It is not known yet whether another gateway has revoked it. */
  | { readonly kind: 'pending' }
  /** `retryAfterS` is 0 as long as wrong tokens from this address are within the limits, else whole seconds. */
  | { readonly kind: 'wrong'; readonly retryAfterS: number; readonly reason: string | undefined };

/** How a bearer token is checked. */
export interface BearerCheck {
  readonly limits: LoginLimits;
  readonly clock: Clock;
  /** Wrong tokens are counted by address and by this name. */
  readonly name: string;
  /** Whether a token of this hash is accepted. */
  isKnown(hash: Buffer): boolean;
  /** Whether it is not known yet if a token of this hash was revoked; without it always known. */
  isPending?(hash: Buffer): boolean;
  /** Why a token of this hash is refused, in a sentence; undefined when there is nothing to say but that. */
  refusalOf?(hash: Buffer): string | undefined;
}

/** The token in an `authorization: Bearer` header; undefined without one. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
}

/** The SHA-256 of the token in an `authorization: Bearer` header; undefined without one. */
export function bearerHash(authorization: string | undefined): Buffer | undefined {
  const token = bearerToken(authorization);
  return token === undefined ? undefined : hashToken(token);
}

/** The hash of the caller's bearer token when it is known; a wrong token is counted against the caller's address. */
export function authenticate(
  { authorization, address }: Caller,
  { limits, clock, name, isKnown, isPending, refusalOf }: BearerCheck,
): Result<Buffer, BearerProblem> {
  const hash = bearerHash(authorization);
  if (hash === undefined) return fail({ kind: 'missing' });
  if (isKnown(hash)) return ok(hash);
  if (isPending?.(hash)) return fail({ kind: 'pending' });
  const retryAfterS = limits.recordFailure(address, name, clock.monotonic());
  return fail({ kind: 'wrong', retryAfterS, reason: refusalOf?.(hash) });
}

/** Refuses a request. */
export function deny(status: AccessRefusal['status'], error: string): Result<never, AccessRefusal> {
  return fail({ status, error });
}

/** The sentence for a request without a token; refusals on other protocols use it too. */
export const TOKEN_MISSING = 'Show a token: authorization: Bearer <token>';

/** E112 for a token that another gateway may have revoked: this gateway cannot tell yet. */
export function revocationUnknown(): Failure {
  return failure('E112', 'The gateway cannot tell yet whether this token was revoked; try again', {
    details: { retry_after: 1 },
  });
}

/** Refuses a request for its bearer token: 401, 429 after too many wrong tokens, or 503 while revocations are unknown. */
export function denyBearer(problem: BearerProblem, missing = TOKEN_MISSING): Result<never, AccessRefusal> {
  if (problem.kind === 'missing') return deny(401, missing);
  if (problem.kind === 'pending') return deny(503, revocationUnknown().message);
  const { retryAfterS, reason = 'Wrong token' } = problem;
  if (retryAfterS === 0) return deny(401, reason);
  return deny(429, `Too many wrong tokens: try again in ${retryAfterS} s`);
}
