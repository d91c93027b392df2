import type { LoginLimits } from '../limits/login-limits.js';
import { hashToken } from './token-list.js';

/** Why a request is not answered: its HTTP status and a sentence. */
export interface Refused {
  readonly admitted: false;
  readonly status: 401 | 403 | 429;
  readonly error: string;
}

/** Whether a request may be answered. */
export type Admission = { readonly admitted: true } | Refused;

/** The hash of the token in an `authorization: Bearer` header; undefined without one. */
export function bearerHash(authorization: string | undefined): Buffer | undefined {
  const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : hashToken(token);
}

/** A refusal: 401 without a good token, 403 for a token without the right, 429 after many wrong ones. */
export function refuse(status: Refused['status'], error: string): Refused {
  return { admitted: false, status, error };
}

/** What somebody is told who has shown no token. */
export function refuseMissing(): Refused {
  return refuse(401, 'Show a token: authorization: Bearer <token>');
}

/** Counts a wrong token from that address under that name, and says so: 401, or 429 after too many. */
export function refuseWrong(limits: LoginLimits, address: string, name: string, now: number): Refused {
  const wait = limits.recordFailure(address, name, now);
  return wait > 0 ? refuse(429, `Too many wrong tokens: try again in ${wait} s`) : refuse(401, 'Wrong token');
}
