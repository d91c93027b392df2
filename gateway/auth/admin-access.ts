import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '#shared/core/clock.js';
import type { LoginLimits } from '../limits/login-limits.js';
import { type Access, authenticate, type Caller, deny, denyBearer, GRANTED } from './bearer.js';
import { readHash } from './token-rule.js';

/** Access to the admin routes: granted to callers with ADMIN_TOKEN. Wrong tokens are limited by address. */
export class AdminAccess {
  readonly #token: () => string | undefined;
  readonly #limits: LoginLimits;
  readonly #clock: Clock;

  /** `token` gives ADMIN_TOKEN, which may change, as itself or as `sha256:hex`. Without it all is refused. */
  constructor(token: () => string | undefined, limits: LoginLimits, clock: Clock) {
    this.#token = token;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Whether this is the hash of the admin token; for routes that are open to other tokens too. */
  isAdminToken(hash: Buffer | undefined): boolean {
    const own = this.#hash();
    return own !== undefined && hash !== undefined && timingSafeEqual(own, hash);
  }

  /** Checks the caller's bearer token. Refusals: 403 when ADMIN_TOKEN is not set, 401, 429. */
  authorize(caller: Caller): Access {
    if (this.#token() === undefined) return deny(403, 'Closed: ADMIN_TOKEN is not set');
    const authenticated = authenticate(caller, {
      limits: this.#limits,
      clock: this.#clock,
      name: 'admin',
      isKnown: (hash) => this.isAdminToken(hash),
    });
    if (authenticated.ok) return GRANTED;
    return denyBearer(authenticated.failure, 'Show the admin token: authorization: Bearer <token>');
  }

  /** Undefined without a token. `readSettings` refuses a malformed one. */
  #hash(): Buffer | undefined {
    const token = this.#token();
    const hash = token === undefined ? undefined : readHash(token);
    return hash?.ok === true ? hash.value : undefined;
  }
}
