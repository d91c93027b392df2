import { failure } from '#shared/failure.js';
import type { SpectatorRequestType } from '#shared/messages/link.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { SpectatorUpdate } from '#shared/spectator/messages.js';
import type { Game } from '../games/game.js';
import type { Games } from '../games/games.js';
import { gameSummary } from './game-list.js';
import type { Listener, Spectacle } from './spectacle.js';
import type { Spectacles } from './spectacles.js';

type AnswerData = Record<string, unknown>;

/** What one gateway watches: each update goes to it once, however many viewers it has. */
export class SpectatorRequests {
  readonly #games: Games;
  readonly #spectacles: Spectacles;
  readonly #tell: (gameId: string, update: SpectatorUpdate) => void;
  readonly #watched = new Map<string, { readonly spectacle: Spectacle; readonly listener: Listener }>();
  #gone = false;

  constructor(games: Games, spectacles: Spectacles, tell: (gameId: string, update: SpectatorUpdate) => void) {
    this.#games = games;
    this.#spectacles = spectacles;
    this.#tell = tell;
  }

  async answer(type: SpectatorRequestType, gameId: string): Promise<Result<AnswerData>> {
    switch (type) {
      case 'game_list':
        return ok({ games: this.#games.live.map((game) => this.#summary(game)) });
      case 'spectate':
        return this.#watch(gameId);
      case 'spectate_end':
        this.#leave(gameId);
        return ok({});
    }
  }

  /** The gateway has gone. */
  end(): void {
    this.#gone = true;
    for (const gameId of [...this.#watched.keys()]) this.#leave(gameId);
  }

  #summary(game: Game) {
    return gameSummary(game, this.#spectacles.of(game).world);
  }

  async #watch(gameId: string): Promise<Result<AnswerData>> {
    const game = this.#games.get(gameId);
    if (game === undefined) return fail(failure('E140', `There is no game ${gameId}`));
    const spectacle = this.#spectacles.of(game);
    let watched = this.#watched.get(gameId);
    if (watched?.spectacle !== spectacle) {
      this.#leave(gameId);
      watched = { spectacle, listener: (update) => this.#tell(gameId, update) };
      this.#watched.set(gameId, watched);
    }
    const snapshot = await spectacle.watch(watched.listener);
    if (this.#gone) spectacle.leave(watched.listener);
    return snapshot.ok ? ok({ ...snapshot.value }) : snapshot;
  }

  #leave(gameId: string): void {
    const watched = this.#watched.get(gameId);
    this.#watched.delete(gameId);
    watched?.spectacle.leave(watched.listener);
  }
}
