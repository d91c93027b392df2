import { type Cancel, every, systemClock } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import type { OwnDirectory, ProxyEntry } from '#shared/store/directory.js';
import type { RequestsInProgress } from '../../proxy/api/requests/requests-in-progress.js';
import type { GameLeases } from '../../proxy/games/lifecycle/game-leases.js';
import type { Games } from '../../proxy/games/lifecycle/games.js';

/** What a member of a cluster needs. */
export interface ClusterMemberOptions {
  readonly directory: OwnDirectory;
  readonly leases: GameLeases;
  readonly games: Games;
  readonly inProgress: RequestsInProgress;
  /** Actions and batches of agents that are being carried out. */
  readonly acting: RequestsInProgress;
  readonly id: string;
  readonly url: string;
  readonly log: Logger;
}

const ANNOUNCE_MS = 1000;
/** Games that are moved at the same time: each takes a processor for most of a second where it comes back. */
const MAX_PARALLEL_MOVES = 3;
/** An action takes milliseconds, a batch up to some seconds. */
const MAX_ACTING_MS = 5000;
/** What waits for a turn is answered as soon as the game is unloaded. */
const MAX_ANSWERING_MS = 2000;

/** This proxy as one of those that share a directory: tells the others of itself, and moves its games to them when it ends. */
export class ClusterMember {
  readonly #options: ClusterMemberOptions;
  readonly #cancel: Cancel;

  constructor(options: ClusterMemberOptions) {
    this.#options = options;
    this.#cancel = every(systemClock, ANNOUNCE_MS, () => void this.announce());
  }

  async announce(): Promise<void> {
    await this.#options.directory.announce(this.#entry);
  }

  /** Gives all games back: actions under way are finished, later requests get `moved_to`. Resolves when all are given. */
  async drain(): Promise<void> {
    const { leases, games, log } = this.#options;
    leases.drain();
    await this.announce();
    const moving = [...games.loaded].sort((a, b) => Number(b.hasServer) - Number(a.hasServer));
    // While there is another proxy it takes them as they come.
    const lanes = (await this.#hasOthers()) ? MAX_PARALLEL_MOVES : moving.length;
    log.info({ games: moving.length }, 'the games are given back');
    const move = async () => {
      for (let next = moving.shift(); next !== undefined; next = moving.shift()) await this.#move(next.id);
    };
    await Promise.all(Array.from({ length: lanes }, move));
  }

  end(): void {
    this.#cancel();
  }

  /** What fails with a game keeps nothing from the others. */
  async #move(gameId: string): Promise<void> {
    const { leases, games, inProgress, acting, log } = this.#options;
    try {
      leases.leave(gameId);
      await acting.whenNone(gameId, MAX_ACTING_MS);
      await games.moveOff(gameId, () => inProgress.whenNone(gameId, MAX_ANSWERING_MS));
    } catch (error) {
      log.error({ err: error, game: gameId }, 'a game could not be given back');
    }
  }

  async #hasOthers(): Promise<boolean> {
    const proxies = await this.#options.directory.proxies();
    return (
      proxies.ok && proxies.value.some(({ url, isDraining }) => url !== this.#options.url && !isDraining)
    );
  }

  get #entry(): ProxyEntry {
    const { id, url, games, leases } = this.#options;
    return { id, url, maxGames: games.room.most, games: games.live.length, isDraining: leases.isDraining };
  }
}
