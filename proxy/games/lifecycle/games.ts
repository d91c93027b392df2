import { setMaxListeners } from 'node:events';
import { unlessAborted } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import type { LinkCreator } from '#shared/protocol/link.js';
import type { DiskMonitor } from '../disk/disk-monitor.js';
import { freeBytes } from '../disk/disk-probe.js';
import { gameFolder } from '../disk/game-folder.js';
import type { GameRecord } from '../disk/game-record.js';
import { removeFolder, removeRemains } from '../disk/removed-folders.js';
import { detach, forEachGame } from '../faults/game-bug.js';
import { CreatorQuota } from './creator-quota.js';
import type { Game } from './game.js';
import { GameFactory } from './game-factory.js';
import { movedFailure } from './game-leases.js';
import type { GamesOptions, OpenGameRequest } from './game-options.js';
import { GameRoom } from './game-room.js';
import { type GameStateKind, isOver } from './game-state.js';
import { IdleGames } from './idle-games.js';
import { LoadedGames } from './loaded-games.js';
import { type StoredGame, StoredGames } from './stored-games.js';
import { Takeover } from './takeover.js';

/** States of games without a server, which a request brings back. */
const ASLEEP: ReadonlySet<GameStateKind> = new Set(['created', 'idle', 'lost']);

/** All games of this proxy by id: those in memory, which it owns, and those on the disk that no other proxy owns. */
export class Games {
  readonly disk: DiskMonitor;
  readonly room: GameRoom;
  readonly idle: IdleGames<Game>;
  readonly #options: GamesOptions;
  readonly #loaded: LoadedGames;
  readonly #removals = new Map<string, Promise<Result<void>>>();
  readonly #closing = new AbortController();
  readonly #stored: StoredGames;
  readonly #quota: CreatorQuota;
  readonly #takeover: Takeover;

  constructor(options: GamesOptions) {
    this.#options = options;
    this.disk = options.disk;
    const moveOff = (gameId: string) => this.moveOff(gameId, async () => undefined);
    this.room = new GameRoom({ ...options, moveOff, live: () => this.live });
    // As many games as are wanted may start at once; the usual bound is for forgotten listeners.
    setMaxListeners(0, this.#closing.signal);
    const { signal } = this.#closing;
    this.#loaded = new LoadedGames(new GameFactory(options, signal), options, signal);
    this.#stored = new StoredGames(options.dataDir, options.storage);
    this.#quota = new CreatorQuota({ dataDir: options.dataDir, records: () => this.#records() });
    this.#takeover = new Takeover({
      log: options.log,
      onDisk: (isWanted) => this.onDisk(isWanted),
      hasRoom: (record) => this.room.refusal(record) === undefined,
      open: (gameId) => this.#takeUp(gameId),
      onChange: (listener) => options.leases.onChange(listener),
    });
    options.leases.onLost((gameId) => detach(gameId, this.#abandon(gameId)));
    const forget = (gameId: string) => this.#loaded.forget(gameId);
    this.idle = new IdleGames({ ...options, loaded: () => this.loaded, forget });
  }

  get live(): readonly Game[] {
    return this.#loaded.all.filter((game) => game.hasServer);
  }

  get loaded(): readonly Game[] {
    return this.#loaded.all;
  }

  /** Whether no other proxy can own the game now. */
  owns(gameId: string): boolean {
    return this.#options.leases.owns(gameId);
  }

  /** The game that a request names, as `find` has it; E123 also while this proxy gives it to another one. */
  async locate(gameId: string): Promise<Result<Game | undefined>> {
    const refusal = await this.#options.leases.refusal(gameId);
    if (refusal !== undefined) return fail(refusal);
    const loaded = this.#loaded.get(gameId);
    return loaded === undefined || this.#removals.has(gameId) ? this.find(gameId) : ok(loaded);
  }

  /** Whether what was done in a game holds: this proxy owns it still, or has let go of it by itself. `before`: the game, where it was there then. */
  holds(gameId: string, before: Game | undefined): boolean {
    const now = this.#loaded.get(gameId);
    const game = before ?? now;
    if (game === undefined || (now !== game && game.state.kind !== 'moved')) return true;
    return this.owns(gameId);
  }

  get(gameId: string): Game | undefined {
    return this.#loaded.get(gameId);
  }

  /** Free bytes on the disk; null when the system does not report it. */
  freeBytes(): Promise<number | null> {
    return freeBytes(this.#options.dataDir);
  }

  /** The records of all games of this disk, whichever proxy owns them. */
  async #records(): Promise<Result<readonly GameRecord[]>> {
    const loaded = this.#loaded.all;
    const stored = await this.#stored.list(new Set(loaded.map(({ id }) => id)));
    if (!stored.ok) return stored;
    const onDisk = stored.value.flatMap((game) => ('record' in game ? [game.record] : []));
    return ok([...loaded.map(({ record }) => record), ...onDisk]);
  }

  /** The games that are on the disk only: no proxy owns them. With `isWanted` only such. */
  async onDisk(isWanted: (game: StoredGame) => boolean = () => true): Promise<Result<readonly StoredGame[]>> {
    const stored = await this.#stored.list(new Set(this.#loaded.all.map(({ id }) => id)));
    if (!stored.ok) return stored;
    const wanted = stored.value.filter(isWanted);
    // A game that is over needs no owner: every proxy can read it.
    const open = wanted.filter((game) => 'record' in game && game.record.phase !== 'ended');
    const elsewhere = await this.#options.leases.ownedElsewhere(open.map(({ gameId }) => gameId));
    return ok(wanted.filter(({ gameId }) => !elsewhere.has(gameId)));
  }

  /** The game of that id, restored if necessary, and created when there is none and `create` is set. E140 without one. */
  async getOrCreate(request: OpenGameRequest): Promise<Result<Game>> {
    const { gameId } = request;
    const known = await this.find(gameId);
    if (!known.ok) return known;
    if (known.value !== undefined) return this.#open(gameId, known.value);
    const made = request.create ? await this.#make(request) : ok(this.#loaded.get(gameId));
    if (!made.ok) return made;
    if (made.value !== undefined) return this.#open(gameId, made.value);
    return fail(failure('E140', `There is no game ${gameId}`, { path: 'data.game_id' }));
  }

  #make(request: OpenGameRequest): Promise<Result<Game | undefined>> {
    return this.#quota.admit(request.creator, () => this.#loaded.make(request));
  }

  /** The game of that id, which this proxy then owns; undefined: none. E123 with `moved_to`: another owns it; E142: damaged. */
  async find(gameId: string): Promise<Result<Game | undefined>> {
    if (this.#closing.signal.aborted) return fail(failure('E142', 'The proxy is shutting down'));
    await this.#removals.get(gameId);
    const refusal = await this.#options.leases.refusal(gameId);
    if (refusal !== undefined) return fail(refusal);
    return this.#loaded.find(gameId);
  }

  /** Restores the games that had a server when their proxy ended, a few at a time, and keeps looking for more. */
  async recoverAll(): Promise<void> {
    const cleaned = [removeRemains(this.#options.dataDir), this.#loaded.removeIncoming()];
    await Promise.all([...cleaned, this.#takeover.scan()]);
  }

  async #takeUp(gameId: string): Promise<void> {
    const known = await this.find(gameId);
    if (known.ok && known.value !== undefined) await this.#open(gameId, known.value);
  }

  /**
   * Gives a game to other proxies: it comes back there as it is. `answered` resolves when the requests in progress have
   * their answers, or need not be waited for. A game that is being deleted is gone when this resolves.
   */
  async moveOff(gameId: string, answered: () => Promise<void>): Promise<void> {
    await this.#removals.get(gameId);
    const game = this.#loaded.get(gameId);
    await game?.unload(true);
    await game?.abandon();
    await answered();
    await this.#loaded.forget(gameId);
  }

  /** Another proxy owns the game, or may own it. */
  async #abandon(gameId: string): Promise<void> {
    const game = this.#loaded.get(gameId);
    if (game === undefined) return;
    this.#options.log.error({ game: gameId }, 'another proxy may own the game: its server here is killed');
    this.#options.storage?.giveUp(gameId);
    this.#loaded.drop(gameId);
    await game.abandon();
    await this.#options.onGone?.(gameId);
  }

  /** Makes a game and opens its lobby. E105 when there is one of that id. */
  async create(gameId: string, config: GameConfig, creator?: LinkCreator): Promise<Result<Game>> {
    const known = await this.find(gameId);
    if (!known.ok) return known;
    if (known.value !== undefined || this.#loaded.get(gameId) !== undefined)
      return fail(failure('E105', `There is a game ${gameId} already`, { path: 'game_id' }));
    return this.getOrCreate({ gameId, config, create: true, creator });
  }

  /**
   * The game that a request has found, marked as used by an agent, and restored if it was idle or only on disk: it is
   * back then, or the signal has aborted. A game that is being restored is not waited for; a game that was unloaded is found
   * again. E140 for one that is being removed, and as `find`.
   */
  async wake(found: Game, limit: { readonly signal: AbortSignal }): Promise<Result<Game>> {
    const { id } = found;
    const none = fail(failure('E140', `There is no game ${id}`));
    if (this.#removals.has(id)) return none;
    const known = this.#loaded.get(id) === found ? ok(found) : await this.find(id);
    if (!known.ok) return known;
    const game = known.value;
    if (game === undefined) return none;
    game.usage.touch();
    if (!ASLEEP.has(game.state.kind)) return ok(game);
    return (await unlessAborted(this.#open(id, game), limit.signal)) ?? ok(game);
  }

  /** A new game whose folder `writeFolder` writes; the token of `creator` asks for it. E105 when there is one of its id. */
  async createFrom(
    gameId: string,
    creator: LinkCreator | undefined,
    writeFolder: () => Promise<Result<void>>,
  ): Promise<Result<Game>> {
    const created = await this.#quota.admit(creator, () => this.#loaded.createFrom(gameId, writeFolder));
    return created.ok ? this.#open(gameId, created.value) : created;
  }

  /** Unloads a game: it stays on disk only, and the next request loads it from there. */
  async unload(gameId: string): Promise<void> {
    await this.#loaded.get(gameId)?.unload();
    await this.#loaded.forget(gameId);
  }

  /** Whether there is something to remove of a game that cannot be found: the bucket has removed it in part. */
  async isListed(gameId: string): Promise<boolean> {
    return (await this.#options.storage?.isListed(gameId)) === true;
  }

  /** Call after a refused login: removes a game that was created by a login, if it has no seat or cannot begin. */
  async removeUnused({ id, isUnused }: Game): Promise<void> {
    if (this.#loaded.wasCreatedByLogin(id) && isUnused) await this.remove(id);
  }

  /**
   * Ends a game and removes it from bucket and disk. Requests for it wait until then, and find none. E123 when another proxy
   * owns it, or the bucket does not take it now: it can be removed again then.
   */
  remove(gameId: string): Promise<Result<void>> {
    const removal =
      this.#removals.get(gameId) ?? this.#remove(gameId).finally(() => this.#removals.delete(gameId));
    this.#removals.set(gameId, removal);
    return removal;
  }

  /** Ends every server process; the games stay on disk. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#takeover.end();
    this.idle.end();
    await forEachGame(this.loaded, this.#options.log, (game) => game.unload(true));
  }

  async #remove(gameId: string): Promise<Result<void>> {
    const { leases, onGone, dataDir, storage, log } = this.#options;
    // Only the owner may remove it.
    const taken = await leases.take(gameId);
    if (!taken.ok) return taken;
    const reached = (await storage?.has(gameId)) ?? ok(true);
    if (!reached.ok) {
      log.warn({ game: gameId }, 'a game is not removed: the bucket is away');
      await this.#loaded.giveBackUnused(gameId);
      return reached;
    }
    const game = this.#loaded.get(gameId);
    await game?.delete();
    await onGone?.(gameId);
    // The game may have moved to another proxy by now.
    if (!leases.mayWrite(gameId)) return fail(movedFailure(undefined));
    const removed = (await storage?.remove(gameId)) ?? ok(undefined);
    if (removed.ok) game?.emit({ kind: 'game_deleted' });
    const mayRemove = (): boolean => removed.ok && leases.mayWrite(gameId);
    await removeFolder(dataDir, gameFolder(dataDir, gameId).path, mayRemove);
    await this.#loaded.forget(gameId);
    this.disk.forget(gameId);
    return removed;
  }

  async #open(gameId: string, game: Game): Promise<Result<Game>> {
    // It was forgotten since it was found.
    if (this.#loaded.get(gameId) !== game) return fail(movedFailure(undefined));
    const refusal = game.hasServer || isOver(game.state) ? undefined : this.room.refusal(game.record);
    const opened = refusal ? fail(await this.#elsewhere(gameId, refusal)) : await game.open();
    // A game that never came to be leaves nothing behind.
    if (this.#loaded.endCreation(gameId) && !opened.ok) await this.remove(gameId);
    return opened.ok ? ok(game) : opened;
  }

  /** What is answered for a game that gets no server here: a proxy that has room may take it. */
  async #elsewhere(gameId: string, refusal: Failure): Promise<Failure> {
    const other = await this.#options.leases.proxyWithRoom();
    if (other === undefined) return refusal;
    if (!this.#loaded.isBeingCreated(gameId)) await this.moveOff(gameId, async () => undefined);
    return movedFailure(other);
  }
}
