import { setMaxListeners } from 'node:events';
import { rm } from 'node:fs/promises';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import type { DiskMonitor } from '../disk/disk-monitor.js';
import { freeBytes } from '../disk/disk-probe.js';
import { gameFolder } from '../disk/game-folder.js';
import { type ForkRequest, writeFork } from '../restore/fork.js';
import { currentGame } from './current-game.js';
import type { Game } from './game.js';
import { GameFactory } from './game-factory.js';
import type { GamesOptions, OpenGameRequest } from './game-options.js';
import { isOver } from './game-state.js';
import { listStoredGames, recoverLiveGames, type StoredGame } from './stored-games.js';

/** The longest interval between two searches for idle games. */
const SWEEP_MS = 30_000;
/** The wait before games that could not be read are tried again. */
const RECOVER_RETRY_MS = 10_000;

/** All games of this proxy by id: those in memory, and those on the disk. */
export class Games {
  readonly disk: DiskMonitor;
  readonly #options: GamesOptions;
  readonly #factory: GameFactory;
  readonly #known = new Map<string, Promise<Result<Game | undefined>>>();
  readonly #loaded = new Map<string, Game>();
  /** Games that are being created. */
  readonly #creating = new Set<string>();
  /** Games that were created by a login. */
  readonly #createdByLogin = new Set<string>();
  readonly #removals = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: GamesOptions) {
    this.#options = options;
    this.disk = options.disk;
    // As many games as are wanted may start at once; the usual bound is for forgotten listeners.
    setMaxListeners(0, this.#closing.signal);
    this.#factory = new GameFactory(options, this.#closing.signal);
    const every = Math.min(SWEEP_MS, options.idleAfter * 500);
    this.#sweep = setInterval(() => void this.unloadIdle(), every).unref();
  }

  /** Games with a server process. */
  get live(): readonly Game[] {
    return [...this.#loaded.values()].filter((game) => game.hasServer);
  }

  /** Games in memory. */
  get loaded(): readonly Game[] {
    return [...this.#loaded.values()];
  }

  get(gameId: string): Game | undefined {
    return this.#loaded.get(gameId);
  }

  /** Free bytes on the disk; null when the system does not report it. */
  freeBytes(): Promise<number | null> {
    return freeBytes(this.#options.dataDir);
  }

  /** The games that are on the disk only. */
  onDisk(): Promise<Result<readonly StoredGame[]>> {
    return listStoredGames(this.#options.dataDir, new Set(this.#loaded.keys()));
  }

  /** The game of that id, restored if necessary, and created when there is none and `create` is set. E140 without one. */
  async getOrCreate(request: OpenGameRequest): Promise<Result<Game>> {
    const { gameId } = request;
    const known = await this.find(gameId);
    if (!known.ok) return known;
    const game = known.value ?? this.#make(request);
    if (game === undefined)
      return fail(failure('E140', `There is no game ${gameId}`, { path: 'data.game_id' }));
    return this.#open(gameId, game);
  }

  /** The game of that id, in memory or from the disk, in its present state; undefined when there is none. E142 when its record is damaged. */
  async find(gameId: string): Promise<Result<Game | undefined>> {
    if (this.#closing.signal.aborted) return fail(failure('E142', 'The proxy is shutting down'));
    await this.#removals.get(gameId);
    // No await between the check and the load: concurrent calls must not load it twice.
    return this.#known.get(gameId) ?? this.#load(gameId);
  }

  /** Why spectators may not watch a game; undefined when they may. A game whose record cannot be read is closed to them. */
  async spectatorRefusal(gameId: string): Promise<Failure | undefined> {
    const known = await this.find(gameId);
    if (!known.ok) return known.failure;
    const isClosed = known.value?.config.spectators === false;
    return isClosed ? failure('E140', `The game ${gameId} was made without spectators`) : undefined;
  }

  /** Restores the games that had a server when the last proxy ended, a few at a time. A game that somebody asks for is restored at once. */
  async recoverAll(): Promise<void> {
    const isAll = await recoverLiveGames({
      onDisk: await this.onDisk(),
      log: this.#options.log,
      open: async (gameId) => {
        const known = await this.find(gameId);
        if (known.ok && known.value !== undefined) await this.#open(gameId, known.value);
      },
    });
    // The disk did not give all of them now: those that are live come back when it does.
    if (!isAll) this.#options.clock.after(RECOVER_RETRY_MS, () => void this.recoverAll());
  }

  /** Makes a game and opens its lobby. E105 when there is one of that id. */
  async create(gameId: string, config: GameConfig): Promise<Result<Game>> {
    const known = await this.find(gameId);
    if (!known.ok) return known;
    if (known.value !== undefined || this.#loaded.has(gameId))
      return fail(failure('E105', `There is a game ${gameId} already`, { path: 'game_id' }));
    return this.getOrCreate({ gameId, config, create: true });
  }

  /**
   * The game for a request of an agent that has a seat in it. One that is on its way back is answered at once, one that
   * lay idle when it is back, at the latest when the signal aborts.
   */
  async getOrWake(gameId: string, signal: AbortSignal): Promise<Result<Game>> {
    const game = this.#loaded.get(gameId);
    if (game === undefined || this.#removals.has(gameId))
      return fail(failure('E140', `There is no game ${gameId}`));
    game.touch();
    if (game.state.kind !== 'idle' && game.state.kind !== 'lost') return ok(game);
    const opening = this.#open(gameId, game);
    return (await unlessAborted(opening, signal)) ?? ok(game);
  }

  /** A new game that begins as a turn of another did; the agents of that one have their seats in it. */
  async fork(request: ForkRequest): Promise<Result<Game>> {
    const now = this.#options.clock.now();
    const from = this.#loaded.get(request.gameId);
    const loaded = from && { record: from.record, turn: from.seats[0]?.world.game?.turn };
    const disk = this.disk.reporterFor(request.forkId);
    const laid = await writeFork(this.#options.dataDir, request, { now, disk, loaded });
    if (!laid.ok) return laid;
    const game = await this.#load(request.forkId);
    if (!game.ok) return game;
    if (game.value === undefined) throw new Error('a game that was just laid on the disk is not there');
    return this.#open(request.forkId, game.value);
  }

  /** Unloads a game: it stays on disk only, and the next request loads it from there. */
  async unload(gameId: string): Promise<void> {
    await this.#loaded.get(gameId)?.unload();
    this.#forget(gameId);
  }

  /** Call after a refused login: removes a game that was created by a login and has no seat. */
  async removeUnused({ id, isUnused }: Game): Promise<void> {
    if (this.#createdByLogin.has(id) && isUnused) await this.remove(id);
  }

  /** Ends a game and deletes its folder. Requests for it wait until then, and find none. */
  remove(gameId: string): Promise<void> {
    const removal =
      this.#removals.get(gameId) ?? this.#remove(gameId).finally(() => this.#removals.delete(gameId));
    this.#removals.set(gameId, removal);
    return removal;
  }

  /** Unloads the games that nobody has used for `idleAfter` seconds. */
  async unloadIdle(): Promise<void> {
    const now = this.#options.clock.monotonic();
    const idle = this.loaded.filter((game) => now - game.lastUsed > this.#options.idleAfter * 1000);
    // The worlds of an ended game's seats take memory, and its archive has all that is needed.
    for (const game of idle.filter(({ state }) => isOver(state))) this.#forget(game.id);
    await Promise.all(idle.filter(({ hasServer }) => hasServer).map((game) => game.unload()));
  }

  /** Ends every server process; the games stay on disk. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#sweep);
    await Promise.all(this.loaded.map((game) => game.unload(true)));
  }

  async #remove(gameId: string): Promise<void> {
    const game = this.#loaded.get(gameId);
    game?.emit({ kind: 'game_deleted' });
    await game?.delete();
    this.#forget(gameId);
    this.#options.onRemoved?.(gameId);
    await rm(gameFolder(this.#options.dataDir, gameId).path, { recursive: true, force: true });
    this.disk.forget(gameId);
  }

  async #open(gameId: string, game: Game): Promise<Result<Game>> {
    const { maxGames } = this.#options;
    const isFull = !game.hasServer && !isOver(game.state) && this.live.length >= maxGames;
    const opened = isFull
      ? fail(failure('E112', `${maxGames} games are running; no more are allowed (MAX_GAMES)`))
      : await currentGame.run(gameId, () => game.open());
    // A game that never came to be leaves nothing behind.
    if (this.#creating.delete(gameId) && !opened.ok) await this.remove(gameId);
    return opened.ok ? ok(game) : opened;
  }

  /** The game as it was left on disk; undefined when there is none. */
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

  #make({ gameId, config, create, isLogin = false }: OpenGameRequest): Game | undefined {
    // Somebody else may have made it while we looked on the disk.
    const made = this.#loaded.get(gameId);
    if (made !== undefined || !create) return made;
    const game = this.#factory.create(gameId, config);
    this.#loaded.set(gameId, game);
    this.#known.set(gameId, Promise.resolve(ok(game)));
    this.#creating.add(gameId);
    if (isLogin) this.#createdByLogin.add(gameId);
    return game;
  }

  #forget(gameId: string): void {
    this.#known.delete(gameId);
    this.#loaded.delete(gameId);
    this.#createdByLogin.delete(gameId);
  }
}

/** Undefined when the signal aborts first. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([work, aborted]);
}
