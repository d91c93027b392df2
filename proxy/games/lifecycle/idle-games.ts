import type { World } from '../../world/world.js';
import { detach, forEachGame } from '../faults/game-bug.js';
import type { Presences } from '../seats/presence.js';
import type { Game } from './game.js';
import type { GamesOptions } from './game-options.js';
import { isOver } from './game-state.js';
import type { GameUsage } from './game-usage.js';

/** What games are judged by. */
interface IdleGame
  extends Pick<Game, 'id' | 'state' | 'hasServer' | 'isOnOtherServer' | 'presenceOf' | 'unload'> {
  readonly usage: Pick<GameUsage, 'last'>;
  readonly presences: Pick<Presences, 'isHeld'>;
  readonly seats: readonly { readonly agentId: string; readonly world: Pick<World, 'map'> }[];
}

interface IdleGamesOptions<G> extends Pick<GamesOptions, 'clock' | 'idleAfter' | 'log'> {
  loaded(): readonly G[];
  /** Forgets a game: `loaded` is without it at once, and it is on the disk only when this resolves. */
  forget(gameId: string): Promise<void>;
}

/** The longest interval between two searches for idle games. */
const SWEEP_MS = 30_000;

/** Unused games lose their server after a while. Their worlds stay until others need the memory. */
export class IdleGames<G extends IdleGame> {
  readonly #options: IdleGamesOptions<G>;
  readonly #sweep: NodeJS.Timeout;
  readonly #unloading = new Set<G>();
  #isEnded = false;

  constructor(options: IdleGamesOptions<G>) {
    this.#options = options;
    const every = Math.min(SWEEP_MS, options.idleAfter * 500);
    this.#sweep = setInterval(() => void this.unload(), every).unref();
  }

  /** The games whose worlds are in memory, or soon will be. */
  get withWorlds(): readonly G[] {
    return this.#options.loaded().filter((game) => game.hasServer || hasWorlds(game));
  }

  /** Unloads the games that were not used for `idleAfter` seconds; those that are over are forgotten. */
  async unload(): Promise<void> {
    const { loaded, clock, idleAfter, log, forget } = this.#options;
    const now = clock.monotonic();
    const unused = loaded().filter((game) => now - game.usage.last > idleAfter * 1000);
    await forEachGame(unused, log, async (game) => {
      // The turn of a server of others may last for days, and its player is to be there.
      const isAwaited = game.isOnOtherServer && game.seats.length > 0;
      if (game.hasServer) await (isAwaited ? undefined : this.#unload(game));
      // The worlds of an ended game's seats take memory, and its archive has all that is needed.
      else if (isOver(game.state)) await forget(game.id);
    });
  }

  /** Forgets the least recently used game that is idle or over, has worlds and no agent. False where there is none. */
  forgetOldest(): boolean {
    const { log, forget } = this.#options;
    const free = this.#isEnded ? [] : this.withWorlds.filter((game) => this.#isFree(game));
    const [oldest] = free.toSorted((a, b) => a.usage.last - b.usage.last);
    if (oldest === undefined) return false;
    const { id } = oldest;
    log.info({ game: id }, 'an idle game is on the disk only from now on: others need its memory');
    const failed = (error: unknown) => log.error({ err: error, game: id }, 'an idle game is not forgotten');
    detach(id, forget(id).catch(failed));
    return true;
  }

  /** Unloads and forgets nothing more. */
  end(): void {
    this.#isEnded = true;
    clearInterval(this.#sweep);
  }

  async #unload(game: G): Promise<void> {
    this.#unloading.add(game);
    try {
      await game.unload();
    } finally {
      this.#unloading.delete(game);
    }
  }

  /** An idle game sends its pushes to the gateways that have a session of its agents; an ended game has no more pushes. */
  #isFree(game: G): boolean {
    const { hasServer, state, seats, presences } = game;
    if (hasServer || this.#unloading.has(game)) return false;
    if (state.kind === 'archived')
      return !seats.some(({ agentId }) => game.presenceOf(agentId) === 'connected');
    return state.kind === 'idle' && !seats.some(({ agentId }) => presences.isHeld(agentId));
  }
}

function hasWorlds({ seats }: IdleGame): boolean {
  return seats.some(({ world }) => world.map.tileCount > 0);
}
