import type { Clock } from '../clock.js';
import type { LoginLimits } from '../limits/login-limits.js';
import { bearer, type SpectatorAccess } from '../spectators/spectator-access.js';
import type { AdminAccess, Admission } from './admin-access.js';
import type { TokenBook } from './token-book.js';
import { hashToken } from './token-list.js';

export interface GameAccessOptions {
  readonly admin: AdminAccess;
  readonly spectators: SpectatorAccess;
  readonly tokens: TokenBook;
  readonly limits: LoginLimits;
  readonly clock: Clock;
}

/**
 * Who may ask of games: to look, who may watch, who has a token that fits the game, and the admin; to steer, the last
 * two. Wrong tokens are slowed down as at a login.
 */
export class GameAccess {
  readonly #options: GameAccessOptions;

  constructor(options: GameAccessOptions) {
    this.#options = options;
  }

  /** Judges an `authorization: Bearer` header of who wants to look at these games, or at those of a list. */
  look(authorization: string | undefined, address: string, gameId?: string): Admission {
    const { spectators } = this.#options;
    if (spectators.admits(authorization, gameId)) return { admitted: true };
    return this.steer(authorization, address, gameId === undefined ? [] : [gameId]);
  }

  /** Judges who wants to make or steer these games; without any, who has some token. */
  steer(authorization: string | undefined, address: string, gameIds: readonly string[]): Admission {
    const { admin, tokens, limits, clock } = this.#options;
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) return refuse(401, 'Show a token: authorization: Bearer <token>');
    const hash = hashToken(token);
    if (admin.accepts(hash)) return { admitted: true };
    if (!tokens.knows(hash)) {
      const wait = limits.recordFailure(address, 'games', clock.now());
      return wait > 0
        ? refuse(429, `Too many wrong tokens: try again in ${wait} s`)
        : refuse(401, 'Wrong token');
    }
    const other = gameIds.find((gameId) => !tokens.reaches(hash, gameId));
    return other === undefined ? { admitted: true } : refuse(403, `This token is not for the game ${other}`);
  }

  /** So many whole turns what is told of all players must be behind the game. */
  delayOf(authorization: string | undefined): number {
    const { admin, spectators } = this.#options;
    const hash = hashToken(bearer(authorization) ?? '');
    return admin.accepts(hash) ? 0 : spectators.delayTurns;
  }

  /** Which games somebody who was admitted to a list sees. */
  sees(authorization: string | undefined, gameId: string): boolean {
    const { admin, spectators, tokens } = this.#options;
    if (spectators.admits(authorization, gameId)) return true;
    const hash = hashToken(/^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '');
    return admin.accepts(hash) || tokens.reaches(hash, gameId);
  }
}

function refuse(status: 401 | 403 | 429, error: string): Admission {
  return { admitted: false, status, error };
}
