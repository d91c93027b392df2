import type { Watched } from '#shared/spectator/requests.js';
import type { AdminAccess } from '../auth/admin-access.js';
import type { TokenBook } from '../auth/token-book.js';
import { hashToken } from '../auth/token-list.js';

export interface SpectatorAccessOptions {
  /** SPECTATORS: everybody may watch, who shows a token that `spectator` may use, or as the host is open. */
  readonly setting: 'auto' | 'open' | 'token';
  readonly host: string;
  /** SPECTATOR_DELAY_TURNS: nobody but the admin sees the whole game sooner. */
  readonly delayTurns: number;
  readonly tokens: TokenBook;
  readonly admin: Pick<AdminAccess, 'accepts'>;
}

/** Who may watch what, and how far behind the game. */
export class SpectatorAccess {
  readonly isOpen: boolean;
  readonly #options: SpectatorAccessOptions;

  constructor(options: SpectatorAccessOptions) {
    const { setting, host } = options;
    this.isOpen = setting === 'auto' ? isLoopback(host) : setting === 'open';
    this.#options = options;
  }

  /** So many turns everybody but the admin is behind the whole game. */
  get delayTurns(): number {
    return this.#options.delayTurns;
  }

  /** Whether an `authorization: Bearer` header is enough to know of the games. */
  admits(authorization: string | undefined, gameId?: string): boolean {
    const token = bearer(authorization);
    return this.isOpen || (token !== undefined && this.#accepts(token, 'spectator', gameId));
  }

  /**
   * So many turns this view must be behind the game for who shows that token; undefined for who may not have it. An
   * agent may see its own seat's view at once: it knows all that.
   */
  delayOf(token: string | undefined, gameId: string, view: Watched['view']): number | undefined {
    const { admin, delayTurns } = this.#options;
    if (token !== undefined && admin.accepts(hashToken(token))) return 0;
    const isOwn = token !== undefined && view !== undefined && 'agent' in view;
    if (isOwn && this.#accepts(token, view.agent, gameId)) return 0;
    const mayWatch = this.isOpen || (token !== undefined && this.#accepts(token, 'spectator', gameId));
    return mayWatch ? delayTurns : undefined;
  }

  /** Whether somebody may have that token, whatever it opens. */
  knows(token: string): boolean {
    const { admin, tokens } = this.#options;
    const hash = hashToken(token);
    return admin.accepts(hash) || tokens.knows(hash);
  }

  #accepts(token: string, agentId: string, gameId?: string): boolean {
    return this.#options.tokens.accepts(hashToken(token), agentId, gameId);
  }
}

/** The token of an `authorization: Bearer` header. */
export function bearer(authorization: string | undefined): string | undefined {
  return /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host);
}
