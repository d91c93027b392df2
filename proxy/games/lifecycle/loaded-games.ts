import { existsSync } from 'node:fs';
import { ok, type Result } from '#shared/core/result.js';
import { gameFolder } from '../disk/game-folder.js';
import type { Game } from './game.js';
import type { GameFactory } from './game-factory.js';
import type { GamesOptions, OpenGameRequest } from './game-options.js';

type LoadedGamesOptions = Pick<GamesOptions, 'dataDir' | 'leases' | 'scenarios' | 'storage'>;

/** The games in memory by id. This proxy owns each of them. */
export class LoadedGames {
  readonly #factory: GameFactory;
  readonly #options: LoadedGamesOptions;
  readonly #known = new Map<string, Promise<Result<Game | undefined>>>();
  readonly #loaded = new Map<string, Game>();
  /** Games that are being created. */
  readonly #creating = new Set<string>();
  /** Games that were created by a login. */
  readonly #createdByLogin = new Set<string>();

  constructor(factory: GameFactory, options: LoadedGamesOptions) {
    this.#factory = factory;
    this.#options = options;
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

  /** A new game; the one that is there when somebody else has made it meanwhile. E105 for its scenario. */
  async make({ gameId, config, isLogin = false }: OpenGameRequest): Promise<Result<Game | undefined>> {
    const resolved = await this.#options.scenarios.resolve(config);
    if (!resolved.ok) return resolved;
    const { leases, storage } = this.#options;
    const taken = await leases.takeNew(gameId);
    if (!taken.ok) return taken;
    const isStored = (await storage?.has(gameId)) ?? ok(false);
    if (!isStored.ok) return isStored;
    if (isStored.value) return this.find(gameId);
    await storage?.begin(gameId, leases.fenceOf(gameId));
    const made = this.#loaded.get(gameId);
    if (made !== undefined) return ok(made);
    if (existsSync(gameFolder(this.#options.dataDir, gameId).record)) return this.find(gameId);
    const game = this.#factory.create(gameId, resolved.value);
    this.#loaded.set(gameId, game);
    this.#known.set(gameId, Promise.resolve(ok(game)));
    this.#creating.add(gameId);
    if (isLogin) this.#createdByLogin.add(gameId);
    return ok(game);
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

  /** Forgets a game that this proxy does not own any more. */
  drop(gameId: string): void {
    this.#known.delete(gameId);
    this.#loaded.delete(gameId);
    this.#createdByLogin.delete(gameId);
  }

  /** Forgets a game and gives it back: any proxy may load it. */
  async forget(gameId: string): Promise<void> {
    const { leases, storage } = this.#options;
    this.drop(gameId);
    if (storage !== undefined) {
      // Until the bucket has the rest of it nobody can load it.
      leases.leave(gameId);
      await storage.end(gameId, true);
    }
    await leases.giveBack(gameId);
  }

  #load(gameId: string): Promise<Result<Game | undefined>> {
    const loading = this.#factory.load(gameId).then((game) => {
      if (game.ok && game.value !== undefined) this.#loaded.set(gameId, game.value);
      return game;
    });
    this.#known.set(gameId, loading);
    const forget = (): void => void this.#known.delete(gameId);
    void loading.then((game) => {
      if (!game.ok || game.value === undefined) forget();
    }, forget);
    return loading;
  }
}
