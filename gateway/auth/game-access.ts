import type { Clock } from '../clock.js';
import type { LoginLimits } from '../limits/login-limits.js';
import type { SpectatorAccess } from '../spectators/spectator-access.js';
import type { AdminAccess } from './admin-access.js';
import { type Admission, bearerHash, type Refused, refuse, refuseMissing, refuseWrong } from './admission.js';
import type { TokenBook } from './token-book.js';

export interface GameAccessOptions {
  readonly admin: AdminAccess;
  readonly spectators: SpectatorAccess;
  readonly tokens: TokenBook;
  readonly limits: LoginLimits;
  readonly clock: Clock;
}

/** Who asks, by an `authorization: Bearer` header. */
export interface Caller {
  readonly authorization: string | undefined;
  readonly address: string;
}

/**
 * Who may ask of games, besides the admin, who may everything: to look, who may watch and who has a token for the game; to
 * watch, who has that right or where everybody may; to create, who may play or manage there; to manage, who may manage.
 */
export class GameAccess {
  readonly #options: GameAccessOptions;

  constructor(options: GameAccessOptions) {
    this.#options = options;
  }

  /** Judges who has any token. */
  knows(caller: Caller): Admission {
    return this.#judge(caller, () => undefined);
  }

  /** Judges who wants to know of this game, or of those of a list. */
  look(caller: Caller, gameId?: string): Admission {
    const { spectators, tokens } = this.#options;
    if (spectators.mayWatch(bearerHash(caller.authorization), gameId)) return { admitted: true };
    return this.#judge(caller, (hash) => {
      if (gameId === undefined || tokens.reaches(hash, gameId)) return undefined;
      return refuse(403, `This token is not for the game ${gameId}`);
    });
  }

  /** Judges who wants to see what is known of all players of this game. */
  watch(caller: Caller, gameId: string): Admission {
    if (this.#options.spectators.mayWatch(bearerHash(caller.authorization), gameId))
      return { admitted: true };
    return this.#judge(caller, () => lacking('watch', gameId));
  }

  /** Judges who wants to make this game. */
  create(caller: Caller, gameId: string): Admission {
    const { tokens } = this.#options;
    return this.#judge(caller, (hash) => {
      if (tokens.grants(hash, 'play', gameId) || tokens.grants(hash, 'manage', gameId)) return undefined;
      return tokens.reaches(hash, gameId)
        ? lacking('play', gameId)
        : refuse(403, `This token is not for the game ${gameId}`);
    });
  }

  /** Judges who wants to start, pause, resume, save, fork, end or delete these games. */
  manage(caller: Caller, gameIds: readonly string[]): Admission {
    return this.#judge(caller, (hash) => {
      const other = gameIds.find((gameId) => !this.#options.tokens.grants(hash, 'manage', gameId));
      return other === undefined ? undefined : lacking('manage', other);
    });
  }

  /** So many whole turns what is told of all players must be behind the game. */
  delayOf({ authorization }: Caller): number {
    return this.#options.spectators.delayOf(bearerHash(authorization));
  }

  /** The same for the turn of a game alone, which those who manage it know. */
  turnDelayOf(caller: Caller, gameId: string): number {
    const hash = bearerHash(caller.authorization);
    const isManager = hash !== undefined && this.#options.tokens.grants(hash, 'manage', gameId);
    return isManager ? 0 : this.delayOf(caller);
  }

  /** Whether a caller may know a game's seeds: with them anybody can make the same map. */
  seesSeeds({ authorization }: Caller, gameId: string): boolean {
    const hash = bearerHash(authorization);
    if (this.#options.spectators.mayWatch(hash, gameId)) return true;
    return hash !== undefined && this.#options.tokens.grants(hash, 'manage', gameId);
  }

  /** Whether it is the admin who asks. */
  isAdmin({ authorization }: Caller): boolean {
    const hash = bearerHash(authorization);
    return hash !== undefined && this.#options.admin.accepts(hash);
  }

  /** Which games somebody who was admitted to a list sees. */
  sees({ authorization }: Caller, gameId: string): boolean {
    const { spectators, tokens } = this.#options;
    const hash = bearerHash(authorization);
    if (spectators.mayWatch(hash, gameId)) return true;
    return hash !== undefined && tokens.reaches(hash, gameId);
  }

  /** The admin is admitted, a wrong token counted; `refusal` judges the others by their hash. */
  #judge({ authorization, address }: Caller, refusal: (hash: Buffer) => Refused | undefined): Admission {
    const { admin, tokens, limits, clock } = this.#options;
    const hash = bearerHash(authorization);
    if (hash === undefined) return refuseMissing();
    if (admin.accepts(hash)) return { admitted: true };
    if (!tokens.knows(hash)) return refuseWrong(limits, address, 'games', clock.monotonic());
    return refusal(hash) ?? { admitted: true };
  }
}

function lacking(right: 'play' | 'watch' | 'manage', gameId: string): Refused {
  return refuse(
    403,
    `This token lacks the right to ${right} the game ${gameId} (LLM_API_TOKENS: token=agents/games/${right})`,
  );
}
