import type { Watched } from '#shared/spectator/requests.js';
import type { Clock } from '../clock.js';
import type { LoginLimits } from '../limits/login-limits.js';
import { bearer, type SpectatorAccess } from '../spectators/spectator-access.js';
import type { AdminAccess, Admission } from './admin-access.js';
import type { TokenBook } from './token-book.js';
import { hashToken } from './token-list.js';

export interface ViewAccessOptions {
  readonly admin: AdminAccess;
  readonly spectators: SpectatorAccess;
  readonly tokens: TokenBook;
  readonly limits: LoginLimits;
  readonly clock: Clock;
}

/** Who is admitted sees it so many whole turns behind the game. */
export type ViewAdmission =
  | { readonly admitted: true; readonly delayTurns: number }
  | Extract<Admission, { readonly admitted: false }>;

/** Who asks, by an `authorization: Bearer` header, and for what. */
export interface Asking {
  readonly authorization: string | undefined;
  readonly address: string;
  readonly gameId: string;
}

/**
 * Who may fetch what spectators see: pictures of maps, and recordings. Wrong tokens are slowed down as at a login, so that
 * this is no place to guess them.
 */
export class ViewAccess {
  readonly #options: ViewAccessOptions;

  constructor(options: ViewAccessOptions) {
    this.#options = options;
  }

  /** A map: with an agent's eyes for who has a token of that agent and the admin, else all of it for who may watch. */
  map(asking: Asking, agentId: string | undefined): ViewAdmission {
    const { admin, spectators, tokens } = this.#options;
    const token = bearer(asking.authorization);
    if (agentId === undefined)
      return this.#judge(asking, 'spectator', spectators.delayOf(token, asking.gameId, undefined));
    const hash = hashToken(token ?? '');
    const isOwn = admin.accepts(hash) || tokens.accepts(hash, agentId, asking.gameId);
    return this.#judge(asking, agentId, token !== undefined && isOwn ? 0 : undefined);
  }

  /** A recording, of the same views as on the spectator socket. */
  recording(asking: Asking, view: Watched['view']): ViewAdmission {
    const delay = this.#options.spectators.delayOf(bearer(asking.authorization), asking.gameId, view);
    return this.#judge(asking, view !== undefined && 'agent' in view ? view.agent : 'spectator', delay);
  }

  #judge({ authorization, address }: Asking, name: string, delayTurns: number | undefined): ViewAdmission {
    const { spectators, limits, clock } = this.#options;
    if (delayTurns !== undefined) return { admitted: true, delayTurns };
    const token = bearer(authorization);
    if (token === undefined) return refuse(401, 'Show a token: authorization: Bearer <token>');
    if (spectators.knows(token)) return refuse(403, 'This token is not for that view of the game');
    const wait = limits.recordFailure(address, name, clock.now());
    if (wait > 0) return refuse(429, `Too many wrong tokens: try again in ${wait} s`);
    return refuse(401, 'Wrong token');
  }
}

function refuse(status: 401 | 403 | 429, error: string): ViewAdmission {
  return { admitted: false, status, error };
}
