import { isLoopback } from '#shared/core/hosts.js';
import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { AdminAccess } from '../auth/admin-access.js';
import type { TokenBook } from '../auth/token-book.js';

export interface SpectatorAccessOptions {
  /** SPECTATORS: everybody may watch, who shows a token with the right, or as host and tokens are. */
  readonly setting: 'auto' | 'open' | 'token';
  readonly host: string;
  /** SPECTATOR_DELAY_TURNS: nobody but the admin sees the whole game sooner. */
  readonly delayTurns: number;
  readonly tokens: TokenBook;
  readonly admin: Pick<AdminAccess, 'accepts'>;
}

/** What a caller may see of a view. */
export interface Sight {
  /** At least so many whole turns behind the game. */
  readonly delayTurns: number;
  /** Also of a game that was made without spectators: for the admin, and for an agent's own seat. */
  readonly isUnrestricted: boolean;
}

/** Who may watch what, and how far behind the game. */
export class SpectatorAccess {
  readonly #options: SpectatorAccessOptions;

  constructor(options: SpectatorAccessOptions) {
    this.#options = options;
  }

  /** Whether everybody may watch; it changes with the tokens. */
  get isOpen(): boolean {
    return isWatchingOpen(this.#options);
  }

  /** Whether who shows the token of that hash, or none, may watch a game or, without one, some game. */
  mayWatch(hash: Buffer | undefined, gameId?: string): boolean {
    if (this.isOpen) return true;
    if (hash === undefined) return false;
    const { admin, tokens } = this.#options;
    return admin.accepts(hash) || tokens.grants(hash, 'watch', gameId);
  }

  /** So many whole turns what is told of all players must be behind the game, for who shows that token or none. */
  delayOf(hash: Buffer | undefined): number {
    return this.#isAdmin(hash) ? 0 : this.#options.delayTurns;
  }

  /**
   * What somebody with that token, or none, may see of a view; undefined for nothing. An agent may see its own seat's
   * view at once: it knows all that.
   */
  sightOf(hash: Buffer | undefined, gameId: string, view: Watched['view']): Sight | undefined {
    if (this.#isAdmin(hash) || this.#isOwn(hash, gameId, view))
      return { delayTurns: 0, isUnrestricted: true };
    if (!this.mayWatch(hash, gameId)) return undefined;
    return { delayTurns: this.#options.delayTurns, isUnrestricted: false };
  }

  /** Whether somebody may have that token, whatever it opens. */
  knows(hash: Buffer): boolean {
    return this.#isAdmin(hash) || this.#options.tokens.knows(hash);
  }

  #isAdmin(hash: Buffer | undefined): boolean {
    return hash !== undefined && this.#options.admin.accepts(hash);
  }

  #isOwn(hash: Buffer | undefined, gameId: string, view: Watched['view']): boolean {
    if (hash === undefined || view === undefined || !('agent' in view)) return false;
    return this.#options.tokens.accepts(hash, view.agent, gameId);
  }
}

/**
 * Whether everybody may watch. `auto`: on loopback, with one token for everything or a delay; where tokens are told
 * apart, an agent on the same machine would else see the whole map and its rivals' thoughts as they are.
 *
 * @public `npm start` asks, too.
 */
export function isWatchingOpen({
  setting,
  host,
  tokens,
  delayTurns,
}: Pick<SpectatorAccessOptions, 'setting' | 'host' | 'delayTurns'> & {
  readonly tokens: { readonly isSingle: boolean };
}): boolean {
  if (setting !== 'auto') return setting === 'open';
  return isLoopback(host) && (tokens.isSingle || delayTurns > 0);
}
