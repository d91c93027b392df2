import type { Config } from '#shared/core/config.js';
import { isLoopback } from '#shared/core/hosts.js';
import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { AdminAccess } from '../../gateway/auth/admin-access.js';
import type { TokenStore } from '../../gateway/auth/token-store.js';

/** What SpectatorAccess is made with. */
export interface SpectatorAccessOptions {
  /**
   * SPECTATORS. `token`: watching needs the right `watch`. `public`: everybody sees the game as a whole, and nothing of an
   * agent's own. `open`: everybody has the right `watch`. `auto` is `public` or `token`, by host and tokens.
   */
  readonly setting: 'auto' | 'open' | 'public' | 'token';
  /** GATEWAY_HOST. */
  readonly host: string;
  /** SPECTATOR_DELAY_TURNS, in whole turns. It binds everybody but the admin. */
  readonly delayTurns: number;
  readonly tokens: TokenStore;
  readonly admin: Pick<AdminAccess, 'isAdminToken'>;
}

/** The settings of a gateway that say who may watch. */
export function spectatorSetting({
  SPECTATORS: setting,
  GATEWAY_HOST: host,
  SPECTATOR_DELAY_TURNS: delayTurns,
}: Config): Pick<SpectatorAccessOptions, 'setting' | 'host' | 'delayTurns'> {
  return { setting, host, delayTurns };
}

/** What a caller may see of one view of a game. */
export interface ViewGrant {
  /** The view is at least this many whole turns behind the game. */
  readonly delayTurns: number;
  /** Also of a game that was created without spectators: for the admin, and for an agent's own seat. */
  readonly isUnrestricted: boolean;
  /** The game as a whole and nothing of an agent's own: no thoughts, actions, plans, costs. */
  readonly isPublic: boolean;
}

/** The spectators that may watch each view of a game, and how many turns behind. */
export class SpectatorAccess {
  readonly #options: SpectatorAccessOptions;

  constructor(options: SpectatorAccessOptions) {
    this.#options = options;
  }

  /** Whether everybody sees games as a whole; it may change when the tokens are read again. */
  get isPublic(): boolean {
    return watchingWithoutToken(this.#options) !== 'nothing';
  }

  /** Whether a caller with this token hash has the right `watch` for the game or, without an id, for some game. */
  watches(hash: Buffer | undefined, gameId?: string): boolean {
    const { admin, tokens, setting } = this.#options;
    return setting === 'open' || admin.isAdminToken(hash) || tokens.inForce.grants(hash, 'watch', gameId);
  }

  /** How many whole turns behind the game a view of all players must be: 0 for the admin. */
  delayTurnsOf(hash: Buffer | undefined): number {
    return this.#options.admin.isAdminToken(hash) ? 0 : this.#options.delayTurns;
  }

  /**
   * What a caller with this token hash, or without a token, may see of a view; undefined when nothing. The view of an
   * agent's own seat has no delay: the agent knows all of it.
   */
  grantFor(hash: Buffer | undefined, gameId: string, view: Watched['view']): ViewGrant | undefined {
    const { admin, tokens, delayTurns } = this.#options;
    const isOwnSeat =
      view !== undefined && 'agent' in view && tokens.inForce.actsFor(hash, view.agent, gameId);
    if (isOwnSeat || admin.isAdminToken(hash))
      return { delayTurns: 0, isUnrestricted: true, isPublic: false };
    if (this.watches(hash, gameId)) return { delayTurns, isUnrestricted: false, isPublic: false };
    if (!this.isPublic || view !== undefined) return undefined;
    return { delayTurns, isUnrestricted: false, isPublic: true };
  }

  /** To be awaited before a token is checked by its hash; undefined where there is nothing to wait for. */
  admit(token: string): Promise<void> | undefined {
    return this.#options.tokens.admit(token);
  }

  /** Whether this is the hash of the admin token or of any token in force. */
  isKnown(hash: Buffer): boolean {
    return this.#options.admin.isAdminToken(hash) || this.#options.tokens.inForce.isKnown(hash);
  }

  /** Whether it is not known yet if the token of this hash was revoked. */
  isPending(hash: Buffer): boolean {
    return this.#options.tokens.isPending(hash);
  }
}

/**
 * What a caller without a token may watch. `auto` shows games as a whole on a loopback address, with a single token for
 * everything or with a delay. Where agents have different tokens, an agent on the same machine could otherwise see the
 * whole map without delay.
 *
 * @public `npm start` asks, too.
 */
export function watchingWithoutToken({
  setting,
  host,
  tokens,
  delayTurns,
}: Pick<SpectatorAccessOptions, 'setting' | 'host' | 'delayTurns'> & {
  readonly tokens: { readonly isSingle: boolean };
}): 'all' | 'whole games' | 'nothing' {
  if (setting === 'open') return 'all';
  const isPublic =
    setting === 'auto' ? isLoopback(host) && (tokens.isSingle || delayTurns > 0) : setting === 'public';
  return isPublic ? 'whole games' : 'nothing';
}
