import type { Clock } from '../clock.js';
import type { LoginLimits } from '../limits/login-limits.js';
import type { SpectatorAccess } from '../spectators/spectator-access.js';
import type { AdminAccess, Admission } from './admin-access.js';
import type { TokenBook } from './token-book.js';
import { hashToken } from './token-list.js';

export interface MapAccessOptions {
  readonly admin: AdminAccess;
  readonly spectators: SpectatorAccess;
  readonly tokens: TokenBook;
  readonly limits: LoginLimits;
  readonly clock: Clock;
}

/** Whose eyes a map is drawn with: those of an agent's seat, or without one an observer's, who sees everything. */
export interface MapView {
  readonly gameId: string;
  readonly agentId: string | undefined;
}

/**
 * Who may see a map: the admin each; a seat's who has a token of its agent; the whole one who may watch the game.
 * Wrong tokens are slowed down as at a login, so that this is no place to guess them.
 */
export class MapAccess {
  readonly #options: MapAccessOptions;

  constructor(options: MapAccessOptions) {
    this.#options = options;
  }

  /** Judges an `authorization: Bearer` header. */
  admit(authorization: string | undefined, address: string, { gameId, agentId }: MapView): Admission {
    const { admin, spectators, tokens, limits, clock } = this.#options;
    const name = agentId ?? 'spectator';
    // A map shows the game as it is now.
    const isTooSoon = agentId === undefined && spectators.isDelayed;
    if (agentId === undefined && spectators.isOpen && !isTooSoon) return { admitted: true };
    const now = clock.now();
    const wait = limits.retryAfter(address, name, now);
    if (wait > 0) return refuse(429, `Too many wrong tokens: try again in ${wait} s`);
    const token = /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
    if (token === undefined) return refuse(401, 'Show a token: authorization: Bearer <token>');
    const hash = hashToken(token);
    if (admin.accepts(hash)) return { admitted: true };
    if (tokens.accepts(hash, name, gameId) && !isTooSoon) return { admitted: true };
    if (!tokens.knows(hash)) {
      limits.failed(address, name, now);
      return refuse(401, 'Wrong token');
    }
    if (agentId !== undefined) return refuse(403, `This token is not for agent ${agentId} in game ${gameId}`);
    if (isTooSoon)
      return refuse(403, 'Spectators are some turns behind the game: only the admin sees this map');
    return refuse(403, 'This token may not watch the game; ask for what a seat sees with ?agent_id=');
  }
}

function refuse(status: 401 | 403 | 429, error: string): Admission {
  return { admitted: false, status, error };
}
