import type { Clock } from '#shared/core/clock.js';
import { ok } from '#shared/core/result.js';
import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { LoginLimits } from '../limits/login-limits.js';
import { type Access, authenticate, bearerHash, type Caller, deny, denyBearer } from './bearer.js';
import type { SpectatorAccess, ViewGrant } from './spectator-access.js';

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
    const isKnown = (hash: Buffer) => spectators.isKnown(hash);
    const authenticated = authenticate(caller, { limits, clock, name, isKnown });
    if (!authenticated.ok) return denyBearer(authenticated.failure);
    return deny(
      403,
      `This token is not for that view of the game ${caller.gameId}: it takes the right to watch, or the agent's token`,
    );
  }
}
