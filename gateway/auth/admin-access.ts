import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '#shared/core/clock.js';
import type { LoginLimits } from '../limits/login-limits.js';
import { type Access, authenticate, type Caller, deny, denyBearer, GRANTED } from './bearer.js';
import { readHash } from './token-list.js';

/** Access to the admin routes: granted to callers with ADMIN_TOKEN. Wrong tokens are limited by address. */
export class AdminAccess {
  readonly #hash: Buffer | undefined;
  readonly #limits: LoginLimits;
  readonly #clock: Clock;

  /** `token` is ADMIN_TOKEN, as itself or as `sha256:hex`; throws when it is malformed. Without it all is refused. */
  constructor(token: string | undefined, limits: LoginLimits, clock: Clock) {
    const hash = token === undefined ? undefined : readHash(token);
    if (hash?.ok === false) throw new Error(`ADMIN_TOKEN: ${hash.failure}`);
    this.#hash = hash?.value;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Whether this is the hash of the admin token; for routes that are open to other tokens too. */
  isAdminToken(hash: Buffer | undefined): boolean {
    return this.#hash !== undefined && hash !== undefined && timingSafeEqual(this.#hash, hash);
  }

  /** Checks the caller's bearer token. Refusals: 403 when ADMIN_TOKEN is not set, 401, 429. */
  authorize(caller: Caller): Access {
    if (this.#hash === undefined) return deny(403, 'Closed: ADMIN_TOKEN is not set');
    const authenticated = authenticate(caller, {
      limits: this.#limits,
      clock: this.#clock,
      name: 'admin',
      isKnown: (hash) => this.isAdminToken(hash),
    });
    if (authenticated.ok) return GRANTED;
    return denyBearer(authenticated.failure, 'Show the admin token: authorization: Bearer <token>');
  }
}
