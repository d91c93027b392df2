import type { Clock } from '#shared/core/clock.js';
import type { LoginLimits } from '../limits/login-limits.js';
import type { AdminAccess } from './admin-access.js';
import { type Access, authenticate, bearerHash, type Caller, deny, denyBearer, GRANTED } from './bearer.js';
import type { SpectatorAccess } from './spectator-access.js';
import type { Right } from './token-list.js';
import type { TokenStore } from './token-store.js';

/** What GameAccess is made with. */
export interface GameAccessOptions {
  readonly admin: AdminAccess;
  readonly spectators: SpectatorAccess;
  readonly tokens: TokenStore;
  readonly limits: LoginLimits;
  readonly clock: Clock;
}

/**
 * Access to the REST routes about games. The admin may do everything. Other callers need, for each kind of request:
 * - read: the right `watch`, or any token that covers the game;
 * - watch: the right `watch`, or a gateway where everybody may watch;
 * - create: the right `play` or `manage` for the new game's id;
 * - manage: the right `manage` for each game concerned.
 */
export class GameAccess {
  readonly #options: GameAccessOptions;

  constructor(options: GameAccessOptions) {
    this.#options = options;
  }

  /** Grants access to callers with any known token. */
  authorizeAny(caller: Caller): Access {
    return this.#authorize(caller, () => GRANTED);
  }

  /** Grants reading of one game or, without an id, of the list of games. */
  authorizeRead(caller: Caller, gameId?: string): Access {
    const { spectators, tokens } = this.#options;
    if (spectators.canWatch(bearerHash(caller.authorization), gameId)) return GRANTED;
    return this.#authorize(caller, (hash) =>
      gameId === undefined || tokens.inForce.coversGame(hash, gameId) ? GRANTED : denyGame(gameId),
    );
  }

  /** Grants what shows all players of a game. */
  authorizeWatch(caller: Caller, gameId: string): Access {
    if (this.#options.spectators.canWatch(bearerHash(caller.authorization), gameId)) return GRANTED;
    return this.#authorize(caller, () => denyRight('watch', gameId));
  }

  /** Grants the creation of a game with this id. */
  authorizeCreate(caller: Caller, gameId: string): Access {
    const { tokens } = this.#options;
    return this.#authorize(caller, (hash) => {
      if (tokens.inForce.grants(hash, 'play', gameId) || tokens.inForce.grants(hash, 'manage', gameId))
        return GRANTED;
      return tokens.inForce.coversGame(hash, gameId) ? denyRight('play', gameId) : denyGame(gameId);
    });
  }

  /** Grants starting, pausing, resuming, saving, forking, ending and deleting of all these games. */
  authorizeManage(caller: Caller, gameIds: readonly string[]): Access {
    return this.#authorize(caller, (hash) => {
      const denied = gameIds.find((gameId) => !this.#options.tokens.inForce.grants(hash, 'manage', gameId));
      return denied === undefined ? GRANTED : denyRight('manage', denied);
    });
  }

  /** Whether the caller may manage the game. */
  canManage({ authorization }: Caller, gameId: string): boolean {
    const { admin, tokens } = this.#options;
    const hash = bearerHash(authorization);
    return admin.isAdminToken(hash) || tokens.inForce.grants(hash, 'manage', gameId);
  }

  /** Whether the caller may play as that agent in the game. */
  canPlayAs({ authorization }: Caller, agentId: string, gameId: string): boolean {
    return this.#options.tokens.inForce.acceptsAgent(bearerHash(authorization), agentId, gameId);
  }

  /** How many whole turns behind the game the caller's view of all players must be. */
  delayTurnsOf({ authorization }: Caller): number {
    return this.#options.spectators.delayTurnsOf(bearerHash(authorization));
  }

  /** The same for the turn number alone: 0 for callers who manage the game. */
  turnNumberDelayOf(caller: Caller, gameId: string): number {
    const isManager = this.#options.tokens.inForce.grants(bearerHash(caller.authorization), 'manage', gameId);
    return isManager ? 0 : this.delayTurnsOf(caller);
  }

  /** Whether the caller may know the game's seeds: with them anybody can generate the same map. */
  canSeeSeeds({ authorization }: Caller, gameId: string): boolean {
    const hash = bearerHash(authorization);
    const { spectators, tokens } = this.#options;
    return spectators.canWatch(hash, gameId) || tokens.inForce.grants(hash, 'manage', gameId);
  }

  /** Grants what models say to callers that may play, as that agent where one is named, or manage the game. */
  authorizeOwner(caller: Caller, gameId: string, agentId?: string): Access {
    const { tokens } = this.#options;
    return this.#authorize(caller, (hash) => {
      if (tokens.inForce.grants(hash, 'manage', gameId)) return GRANTED;
      if (agentId === undefined)
        return tokens.inForce.grants(hash, 'play', gameId) ? GRANTED : denyRight('play', gameId);
      if (tokens.inForce.acceptsAgent(hash, agentId, gameId)) return GRANTED;
      return deny(403, `This token is neither for ${agentId} nor to manage the game ${gameId}`);
    });
  }

  /**
   * Whether the caller may know what the model of an agent takes and says: with a token of that agent for the game, or the
   * right to manage it.
   */
  isOwnerOf(caller: Caller, gameId: string, agentId: string): boolean {
    return this.canManage(caller, gameId) || this.canPlayAs(caller, agentId, gameId);
  }

  /** Whether the caller is the admin. */
  isAdmin({ authorization }: Caller): boolean {
    return this.#options.admin.isAdminToken(bearerHash(authorization));
  }

  /** Whether the list of games shows this game to a caller who may read that list. */
  canList({ authorization }: Caller, gameId: string): boolean {
    const { spectators, tokens } = this.#options;
    const hash = bearerHash(authorization);
    return spectators.canWatch(hash, gameId) || tokens.inForce.coversGame(hash, gameId);
  }

  /** Grants the admin everything and counts wrong tokens; `check` decides about other known tokens by their hash. */
  #authorize(caller: Caller, check: (hash: Buffer) => Access): Access {
    const { admin, tokens, limits, clock } = this.#options;
    const authenticated = authenticate(caller, {
      limits,
      clock,
      name: 'games',
      isKnown: (hash) => admin.isAdminToken(hash) || tokens.inForce.isKnown(hash),
      isPending: (hash) => tokens.isPending(hash),
    });
    if (!authenticated.ok) return denyBearer(authenticated.failure);
    return admin.isAdminToken(authenticated.value) ? GRANTED : check(authenticated.value);
  }
}

function denyGame(gameId: string): Access {
  return deny(403, `This token is not for the game ${gameId}`);
}

function denyRight(right: Right, gameId: string): Access {
  return deny(
    403,
    `This token lacks the right to ${right} the game ${gameId} (LLM_API_TOKENS: token=agents/games/${right})`,
  );
}
