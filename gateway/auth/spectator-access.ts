import { isLoopback } from '#shared/core/hosts.js';
import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { AdminAccess } from './admin-access.js';
import type { TokenStore } from './token-store.js';

/** What SpectatorAccess is made with. */
export interface SpectatorAccessOptions {
  /** SPECTATORS: `open` admits everybody, `token` needs the right `watch`, `auto` decides by host and tokens. */
  readonly setting: 'auto' | 'open' | 'token';
  /** GATEWAY_HOST. */
  readonly host: string;
  /** SPECTATOR_DELAY_TURNS, in whole turns. It binds everybody but the admin. */
  readonly delayTurns: number;
  readonly tokens: TokenStore;
  readonly admin: Pick<AdminAccess, 'isAdminToken'>;
}

/** What a caller may see of one view of a game. */
export interface ViewGrant {
  /** The view is at least this many whole turns behind the game. */
  readonly delayTurns: number;
  /** Also of a game that was created without spectators: for the admin, and for an agent's own seat. */
  readonly isUnrestricted: boolean;
}

/** Who may watch which views of which games, and how many turns behind. */
export class SpectatorAccess {
  readonly #options: SpectatorAccessOptions;

  constructor(options: SpectatorAccessOptions) {
    this.#options = options;
  }

  /** Whether everybody may watch; it may change when the tokens are read again. */
  get isOpen(): boolean {
    return isWatchingOpen(this.#options);
  }

  /** Whether a caller with this token hash, or without a token, may watch the game or, without an id, some game. */
  canWatch(hash: Buffer | undefined, gameId?: string): boolean {
    if (this.isOpen) return true;
    if (hash === undefined) return false;
    const { admin, tokens } = this.#options;
    return admin.isAdminToken(hash) || tokens.grants(hash, 'watch', gameId);
  }

  /** How many whole turns behind the game a view of all players must be: 0 for the admin. */
  delayTurnsOf(hash: Buffer | undefined): number {
    return this.#isAdmin(hash) ? 0 : this.#options.delayTurns;
  }

  /**
   * What a caller with this token hash, or without a token, may see of a view; undefined when nothing. The view of an
   * agent's own seat has no delay: the agent knows all of it.
   */
  grantFor(hash: Buffer | undefined, gameId: string, view: Watched['view']): ViewGrant | undefined {
    if (this.#isAdmin(hash) || this.#isOwnSeat(hash, gameId, view))
      return { delayTurns: 0, isUnrestricted: true };
    if (!this.canWatch(hash, gameId)) return undefined;
    return { delayTurns: this.#options.delayTurns, isUnrestricted: false };
  }

  /** Whether this is the hash of the admin token or of any token in force. */
  isKnown(hash: Buffer): boolean {
    return this.#isAdmin(hash) || this.#options.tokens.isKnown(hash);
  }

  #isAdmin(hash: Buffer | undefined): boolean {
    return hash !== undefined && this.#options.admin.isAdminToken(hash);
  }

  #isOwnSeat(hash: Buffer | undefined, gameId: string, view: Watched['view']): boolean {
    if (hash === undefined || view === undefined || !('agent' in view)) return false;
    return this.#options.tokens.acceptsAgent(hash, view.agent, gameId);
  }
}

/**
 * Whether everybody may watch. `auto` means: on a loopback address, with a single token for everything or with a delay.
 * Where agents have different tokens, an agent on the same machine could otherwise see the whole map and the thoughts of
 * its rivals without delay.
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
