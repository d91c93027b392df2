import { type Failure, failure } from '#shared/core/failure.js';
import type { GameRecord } from '../disk/game-record.js';
import type { Game } from './game.js';
import type { GameLeases } from './game-leases.js';
import type { GamesOptions } from './game-options.js';

type GameRoomOptions = Pick<GamesOptions, 'maxGames' | 'memory' | 'log'> & {
  readonly leases: Pick<GameLeases, 'isDraining' | 'leave'>;
  live(): readonly Pick<Game, 'id' | 'record'>[];
  /** Gives a game to other proxies, or to this one when it has room again. */
  moveOff(gameId: string): Promise<void>;
};

/** Whether one more game may have a server at this proxy, by MAX_GAMES and by memory. */
export class GameRoom {
  readonly #options: GameRoomOptions;
  #givingBack: Promise<void> | undefined;

  constructor(options: GameRoomOptions) {
    this.#options = options;
  }

  /** How many games others should reckon with: no more than there are while the memory is full. */
  get most(): number {
    const { maxGames, memory, live } = this.#options;
    return memory?.isFull === true ? Math.min(maxGames(), live().length) : maxGames();
  }

  /** Why a game gets no server here: E112. Undefined when it may. */
  refusal(record: GameRecord): Failure | undefined {
    const { maxGames, leases, memory, live } = this.#options;
    if (live().length >= maxGames() || leases.isDraining)
      return failure('E112', `${maxGames()} games are running; no more are allowed (MAX_GAMES)`);
    return memory?.refuseGame(record);
  }

  /** Call when the memory does not last for all games: the newest of several is given back, so that the earlier ones play on. */
  giveBackNewest(): Promise<void> {
    this.#givingBack ??= this.#giveBackNewest().finally(() => {
      this.#givingBack = undefined;
    });
    return this.#givingBack;
  }

  async #giveBackNewest(): Promise<void> {
    const { live, leases, log, moveOff } = this.#options;
    const [newest, ...earlier] = live().toSorted((a, b) => b.record.created - a.record.created);
    if (newest === undefined || earlier.length === 0) return;
    log.error({ game: newest.id }, 'memory runs out: the game is given back, so that the others play on');
    leases.leave(newest.id);
    await moveOff(newest.id);
  }
}
