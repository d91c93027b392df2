import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.js';
import type { LoginLimits } from '../limits/login-limits.js';
import { type Admission, bearerHash, refuse, refuseWrong } from './admission.js';
import { readHash } from './token-list.js';

/** Who may use the admin routes: whoever shows the admin token. Wrong ones are slowed down by address. */
export class AdminAccess {
  readonly #hash: Buffer | undefined;
  readonly #limits: LoginLimits;
  readonly #clock: Clock;

  constructor(token: string | undefined, limits: LoginLimits, clock: Clock) {
    const hash = token === undefined ? undefined : readHash(token);
    if (typeof hash === 'string') throw new Error(`ADMIN_TOKEN: ${hash}`);
    this.#hash = hash;
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Whether it is the hash of the admin token; for routes that are not for the admin alone. */
  accepts(hash: Buffer): boolean {
    return this.#hash !== undefined && timingSafeEqual(this.#hash, hash);
  }

  /** Judges an `authorization: Bearer` header. */
  admit(authorization: string | undefined, address: string): Admission {
    if (this.#hash === undefined) return refuse(403, 'Closed: ADMIN_TOKEN is not set');
    const hash = bearerHash(authorization);
    if (hash === undefined) return refuse(401, 'Show the admin token: authorization: Bearer <token>');
    if (timingSafeEqual(this.#hash, hash)) return { admitted: true };
    return refuseWrong(this.#limits, address, 'admin', this.#clock.monotonic());
  }
}
