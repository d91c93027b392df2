import type { Clock } from '#shared/core/clock.js';
import { isLoopback } from '#shared/core/hosts.js';
import { ok } from '#shared/core/result.js';
import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { LoginLimits } from '../limits/login-limits.js';
import type { AdminAccess } from './admin-access.js';
import { type Access, authenticate, bearerHash, type Caller, deny, denyBearer } from './bearer.js';
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

/** The spectators that may watch each view of a game, and how many turns behind. */
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
    const { admin, tokens } = this.#options;
    return this.isOpen || admin.isAdminToken(hash) || tokens.inForce.grants(hash, 'watch', gameId);
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
      view !== undefined && 'agent' in view && tokens.inForce.acceptsAgent(hash, view.agent, gameId);
    if (isOwnSeat || admin.isAdminToken(hash)) return { delayTurns: 0, isUnrestricted: true };
    if (!this.canWatch(hash, gameId)) return undefined;
    return { delayTurns, isUnrestricted: false };
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

/** What ViewAccess is made with. */
export interface ViewAccessOptions {
  readonly spectators: SpectatorAccess;
  readonly limits: LoginLimits;
  readonly clock: Clock;
}

/** The sender of an HTTP request for a view of a game. */
export interface ViewCaller extends Caller {
  readonly gameId: string;
}

/**
 * Access over REST to what spectators see: pictures of maps, and recordings. Wrong tokens are counted as at a login, so
 * that these routes are no place to guess them.
 */
export class ViewAccess {
  readonly #options: ViewAccessOptions;

  constructor(options: ViewAccessOptions) {
    this.#options = options;
  }

  /** A map: as an agent knows it for callers with a token of that agent and the admin, the whole map for spectators. */
  authorizeMap(caller: ViewCaller, agentId: string | undefined): Access<ViewGrant> {
    const view = agentId === undefined ? undefined : { agent: agentId };
    const grant = this.#grantFor(caller, view);
    // A seat's map is its present one, without delay: spectators find a seat's delayed view in its recording.
    const isAllowed = agentId === undefined || grant?.isUnrestricted === true;
    return this.#authorize(caller, agentId ?? 'spectator', isAllowed ? grant : undefined);
  }

  /** A recording, of the same views as on the spectator socket. */
  authorizeRecording(caller: ViewCaller, view: Watched['view']): Access<ViewGrant> {
    const name = view !== undefined && 'agent' in view ? view.agent : 'spectator';
    return this.#authorize(caller, name, this.#grantFor(caller, view));
  }

  #grantFor({ authorization, gameId }: ViewCaller, view: Watched['view']): ViewGrant | undefined {
    return this.#options.spectators.grantFor(bearerHash(authorization), gameId, view);
  }

  #authorize(caller: ViewCaller, name: string, grant: ViewGrant | undefined): Access<ViewGrant> {
    const { spectators, limits, clock } = this.#options;
    if (grant !== undefined) return ok(grant);
    const authenticated = authenticate(caller, {
      limits,
      clock,
      name,
      isKnown: (hash) => spectators.isKnown(hash),
      isPending: (hash) => spectators.isPending(hash),
    });
    if (!authenticated.ok) return denyBearer(authenticated.failure);
    return deny(
      403,
      `This token is not for that view of the game ${caller.gameId}: it takes the right to watch, or the agent's token`,
    );
  }
}
