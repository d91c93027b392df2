import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { Clock } from '../clock.js';
import type { LoginLimits } from '../limits/login-limits.js';
import type { Sight, SpectatorAccess } from '../spectators/spectator-access.js';
import { bearerHash, type Refused, refuse, refuseMissing, refuseWrong } from './admission.js';

export interface ViewAccessOptions {
  readonly spectators: SpectatorAccess;
  readonly limits: LoginLimits;
  readonly clock: Clock;
}

/** What a caller who is admitted sees, or why none. */
export type ViewAdmission = ({ readonly admitted: true } & Sight) | Refused;

/** Who asks, by an `authorization: Bearer` header, and for what. */
export interface Asking {
  readonly authorization: string | undefined;
  readonly address: string;
  readonly gameId: string;
}

/**
 * Who may fetch what spectators see: pictures of maps, and recordings. Wrong tokens are counted as at a login, so that
 * this is no place to guess them.
 */
export class ViewAccess {
  readonly #options: ViewAccessOptions;

  constructor(options: ViewAccessOptions) {
    this.#options = options;
  }

  /** A map: with an agent's eyes for who has a token of that agent and the admin, else all of it for who may watch. */
  map(asking: Asking, agentId: string | undefined): ViewAdmission {
    const view = agentId === undefined ? undefined : { agent: agentId };
    const sight = this.#sight(asking, view);
    // As it is now, in a fog of its own: what a watcher sees of a seat is in the recording.
    const isOwn = agentId === undefined || sight?.isUnrestricted === true;
    return this.#judge(asking, agentId ?? 'spectator', isOwn ? sight : undefined);
  }

  /** A recording, of the same views as on the spectator socket. */
  recording(asking: Asking, view: Watched['view']): ViewAdmission {
    const name = view !== undefined && 'agent' in view ? view.agent : 'spectator';
    return this.#judge(asking, name, this.#sight(asking, view));
  }

  #sight({ authorization, gameId }: Asking, view: Watched['view']): Sight | undefined {
    return this.#options.spectators.sightOf(bearerHash(authorization), gameId, view);
  }

  #judge({ authorization, address, gameId }: Asking, name: string, sight: Sight | undefined): ViewAdmission {
    const { spectators, limits, clock } = this.#options;
    if (sight !== undefined) return { admitted: true, ...sight };
    const hash = bearerHash(authorization);
    if (hash === undefined) return refuseMissing();
    if (!spectators.knows(hash)) return refuseWrong(limits, address, name, clock.monotonic());
    return refuse(
      403,
      `This token is not for that view of the game ${gameId}: it takes the right to watch, or the agent's token`,
    );
  }
}
