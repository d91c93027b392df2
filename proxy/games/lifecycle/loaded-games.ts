import { existsSync } from 'node:fs';
import { namesIn } from '#shared/core/disk/read-file.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { fieldsOfOwnServers, type GameConfig } from '#shared/protocol/game-config.js';
import { gameFolder, incomingFolders } from '../disk/game-folder.js';
import { removeIncoming } from '../disk/removed-folders.js';
import { detach } from '../faults/game-bug.js';
import { LaterRetry } from '../restore/later-retry.js';
import { ForeignServers } from '../server/foreign-servers.js';
import { onOtherServer } from '../server/joined-server.js';
import type { Game } from './game.js';
import type { GameFactory } from './game-factory.js';
import { movedFailure } from './game-leases.js';
import type { GamesOptions, OpenGameRequest } from './game-options.js';
import type { ResolvedConfig } from './game-scenario.js';

type LoadedGamesOptions = Pick<
  GamesOptions,
  'dataDir' | 'foreignServers' | 'leases' | 'scenarios' | 'storage' | 'clock' | 'disk' | 'log' | 'onGone'
>;

/** The games in memory by id. This proxy owns each of them. */
export class LoadedGames {
  readonly #factory: GameFactory;
  readonly #options: LoadedGamesOptions;
  readonly #known = new Map<string, Promise<Result<Game | undefined>>>();
  readonly #loaded = new Map<string, Game>();
  /** How many are about to make a game of that id. */
  readonly #making = new Map<string, number>();
  readonly #creating = new Set<string>();
  readonly #createdByLogin = new Set<string>();
  readonly #removingIncoming: LaterRetry;
  readonly #signal: AbortSignal;

  /** After `signal` nothing is tried again. */
  constructor(factory: GameFactory, options: LoadedGamesOptions, signal: AbortSignal) {
    this.#factory = factory;
    this.#options = options;
    this.#removingIncoming = new LaterRetry(options.clock);
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#removingIncoming.cancel());
  }

  get all(): readonly Game[] {
    return [...this.#loaded.values()];
  }

  get(gameId: string): Game | undefined {
    return this.#loaded.get(gameId);
  }

  /** The game in memory, or from the disk; undefined when there is none. */
  find(gameId: string): Promise<Result<Game | undefined>> {
    // No await between the check and the load: concurrent calls must not load it twice.
    return this.#known.get(gameId) ?? this.#load(gameId);
  }

  /** A new game, or the one of that id that another request has made first. E105 for its scenario. */
  async make(request: OpenGameRequest): Promise<Result<Game | undefined>> {
    const { gameId } = request;
    const refusal = this.#refuseJoin(request.config);
    if (refusal !== undefined) return fail(refusal);
    const resolved = await this.#options.scenarios.resolve(request.config);
    if (!resolved.ok) return resolved;
    return this.#whileTaken(gameId, (isStored) =>
      isStored ? this.find(gameId) : this.#make(request, resolved.value),
    );
  }

  /** Why a game cannot be on the server of others that its configuration names: E105 and E146. */
  #refuseJoin(config: GameConfig): Failure | undefined {
    if (config.join === undefined) return undefined;
    const [field] = fieldsOfOwnServers(config);
    if (field !== undefined) {
      const what = `A game on a server of others has no ${field}: that server decides`;
      return onOtherServer(what, `game_config.${field}`);
    }
    const allowed = (this.#options.foreignServers ?? ForeignServers.none()).check(config.join);
    return allowed.ok ? undefined : allowed.failure;
  }

  /** A new game whose folder `writeFolder` writes; E105 when there is one of its id. */
  async createFrom(gameId: string, writeFolder: () => Promise<Result<void>>): Promise<Result<Game>> {
    return this.#whileTaken(gameId, async (isStored) => {
      if (isStored) return fail(failure('E105', `There is a game ${gameId} already`, { path: 'game_id' }));
      const written = await writeFolder();
      if (!written.ok) return written;
      const game = await this.find(gameId);
      if (!game.ok) return game;
      if (game.value === undefined) throw new Error('a game whose folder was just written is not there');
      return ok(game.value);
    });
  }

  /** Gives back a game that is neither in memory nor about to be. */
  async giveBackUnused(gameId: string): Promise<void> {
    if (!this.#known.has(gameId) && !this.#making.has(gameId)) await this.#options.leases.giveBack(gameId);
  }

  /** Removes what killed proxies left of games they were bringing; tried again later where it fails. */
  async removeIncoming(gameIds = namesIn(incomingFolders(this.#options.dataDir))): Promise<void> {
    const left: string[] = [];
    for (const gameId of gameIds)
      await this.#removeIncoming(gameId).catch((error: unknown) => {
        this.#options.log.error({ err: error, game: gameId }, 'what is left of a new game is not removed');
        left.push(gameId);
      });
    if (left.length > 0 && !this.#signal.aborted)
      this.#removingIncoming.schedule(() => void this.removeIncoming(left));
  }

  isBeingCreated(gameId: string): boolean {
    return this.#creating.has(gameId);
  }

  /** Ends the creation of a game; false when it was there before. */
  endCreation(gameId: string): boolean {
    return this.#creating.delete(gameId);
  }

  wasCreatedByLogin(gameId: string): boolean {
    return this.#createdByLogin.has(gameId);
  }

  drop(gameId: string): void {
    this.#known.delete(gameId);
    this.#loaded.delete(gameId);
    this.#createdByLogin.delete(gameId);
  }

  /** Forgets a game and everything that this proxy holds of it, and gives it back: any proxy may load it then. */
  async forget(gameId: string): Promise<void> {
    const { leases, storage, onGone } = this.#options;
    this.drop(gameId);
    // Until its files, and the bucket, have the rest of it, it cannot be loaded.
    leases.leave(gameId);
    try {
      await onGone?.(gameId);
      await storage?.end(gameId, true);
    } finally {
      await leases.giveBack(gameId);
    }
  }

  async #removeIncoming(gameId: string): Promise<void> {
    const isOurs = this.#known.has(gameId) || this.#making.has(gameId);
    if (isOurs || !(await this.#options.leases.take(gameId)).ok) return;
    try {
      await removeIncoming(this.#options.dataDir, gameId, performance.timeOrigin);
    } finally {
      await this.giveBackUnused(gameId);
    }
  }

  /** Takes a game for `work` to make; gives it back if none was made. `isStored`: the bucket has a game of that id. */
  async #whileTaken<T>(gameId: string, work: (isStored: boolean) => Promise<Result<T>>): Promise<Result<T>> {
    const { leases, storage } = this.#options;
    this.#making.set(gameId, (this.#making.get(gameId) ?? 0) + 1);
    const taken = await leases.takeNew(gameId);
    try {
      if (!taken.ok) return taken;
      const isStored = (await storage?.has(gameId)) ?? ok(false);
      return isStored.ok ? await work(isStored.value) : isStored;
    } finally {
      const others = (this.#making.get(gameId) ?? 1) - 1;
      if (others > 0) this.#making.set(gameId, others);
      else this.#making.delete(gameId);
      if (taken.ok) await this.giveBackUnused(gameId);
    }
  }

  async #make(
    { gameId, isLogin = false, creator }: OpenGameRequest,
    config: ResolvedConfig,
  ): Promise<Result<Game | undefined>> {
    const { leases, storage } = this.#options;
    await storage?.begin(gameId, leases.fenceOf(gameId));
    const made = this.#loaded.get(gameId);
    if (made !== undefined) return ok(made);
    if (existsSync(gameFolder(this.#options.dataDir, gameId).record)) return this.find(gameId);
    const game = this.#factory.create(gameId, config, creator?.token);
    this.#loaded.set(gameId, game);
    this.#known.set(gameId, Promise.resolve(ok(game)));
    this.#creating.add(gameId);
    if (isLogin) this.#createdByLogin.add(gameId);
    return ok(game);
  }

  #load(gameId: string): Promise<Result<Game | undefined>> {
    const loading = this.#factory.load(gameId).then((game) => {
      if (!game.ok || game.value === undefined) return game;
      // The lease may have been lost since the game was taken.
      if (!this.#options.leases.owns(gameId)) return this.#refuse(gameId, game.value);
      this.#loaded.set(gameId, game.value);
      return game;
    });
    this.#known.set(gameId, loading);
    const forget = (): void => {
      this.#known.delete(gameId);
    };
    const kept = loading.then((game) => {
      if (!game.ok || game.value === undefined) forget();
    }, forget);
    detach(gameId, kept);
    return loading;
  }

  /** Lets go of a game that was loaded, and that another proxy may own by now. */
  async #refuse(gameId: string, game: Game): Promise<Result<never>> {
    this.#options.storage?.giveUp(gameId);
    await game.abandon();
    await this.#options.leases.giveBack(gameId);
    return fail(movedFailure(undefined));
  }
}
