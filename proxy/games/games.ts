import { failure } from '#shared/failure.js';
import type { Logger } from '#shared/log.js';
import type { GameConfig } from '#shared/messages/llm-connect.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Protocol } from '../freeciv/protocol.js';
import { Game } from './game.js';
import { gameFolder } from './game-folder.js';
import { type GameRecord, newRecord, readRecord } from './game-record.js';
import { Journal } from './journal/journal.js';
import { type ForkRequest, layFork } from './restore/fork.js';
import { findServerBinary } from './server/server-binary.js';
import { type ServerProcess, startServerProcess } from './server/server-process.js';

export interface GamesOptions {
  readonly protocol: Protocol;
  readonly dataDir: string;
  /** Path of freeciv-server when it is not where one looks for it. */
  readonly serverPath: string | undefined;
  readonly serverUser: string;
  readonly maxGames: number;
  readonly turnTimeLimit: number;
  /** A game nobody asked for in so many seconds is kept on disk only. */
  readonly idleAfter: number;
  readonly logger: Logger;
}

export interface GameRequest {
  readonly gameId: string;
  readonly config: GameConfig;
  /** false: only join. */
  readonly create: boolean;
}

/** How often we look for idle games, at most. */
const SWEEP_MS = 30_000;
/** Agents may have been told of so many versions more than the journal knows. */
const VERSIONS_AHEAD = 10_000;

/** All games of this proxy by id: those in memory, and those that wait on disk. */
export class Games {
  readonly #options: GamesOptions;
  readonly #known = new Map<string, Promise<Game | undefined>>();
  readonly #loaded = new Map<string, Game>();
  readonly #closing = new AbortController();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: GamesOptions) {
    this.#options = options;
    const every = Math.min(SWEEP_MS, options.idleAfter * 500);
    this.#sweep = setInterval(() => void this.unloadIdle(Date.now()), every).unref();
  }

  /** Games with a server process. */
  get live(): readonly Game[] {
    return [...this.#loaded.values()].filter((game) => game.hasServer);
  }

  get(gameId: string): Game | undefined {
    return this.#loaded.get(gameId);
  }

  /** The game of that id, made when there is none and that is wanted. Two who ask at once get the same. */
  async find(request: GameRequest): Promise<Result<Game>> {
    if (this.#closing.signal.aborted) return fail(failure('E142', 'The proxy is shutting down'));
    const { gameId, config, create } = request;
    // Nothing is awaited between the look and the load: two who ask at once must not load it twice.
    const known = this.#known.get(gameId) ?? this.#load(gameId);
    const game = (await known) ?? this.#make(gameId, config, create);
    if (game === undefined)
      return fail(failure('E140', `There is no game ${gameId}`, { path: 'data.game_id' }));
    return this.#open(gameId, game);
  }

  /**
   * The game for a request of an agent that has a seat in it. One that is on its way back is answered at once, one that
   * lay idle when it is back, at the latest when the signal aborts.
   */
  async recall(gameId: string, signal: AbortSignal): Promise<Result<Game>> {
    const game = this.#loaded.get(gameId);
    if (game === undefined) return fail(failure('E140', `There is no game ${gameId}`));
    game.touch();
    if (game.state.kind !== 'idle' && game.state.kind !== 'lost') return ok(game);
    const opening = this.#open(gameId, game);
    return (await unlessAborted(opening, signal)) ?? ok(game);
  }

  /** A new game that begins as a turn of another did; the agents of that one have their seats in it. */
  async fork(request: ForkRequest): Promise<Result<Game>> {
    const laid = await layFork(this.#options.dataDir, request);
    if (!laid.ok) return laid;
    const game = await this.#load(request.forkId);
    if (game === undefined) throw new Error('a game that was just laid on the disk is not there');
    return this.#open(request.forkId, game);
  }

  /** Unloads the games that nobody asked for in a while; `now` as Date.now tells. */
  async unloadIdle(now: number): Promise<void> {
    const idle = this.live.filter((game) => now - game.lastAsked > this.#options.idleAfter * 1000);
    await Promise.all(idle.map((game) => game.unload()));
  }

  /** Ends every server process; the games stay on disk. */
  async close(): Promise<void> {
    this.#closing.abort();
    clearInterval(this.#sweep);
    await Promise.all([...this.#loaded.values()].map((game) => game.unload()));
  }

  async #open(gameId: string, game: Game): Promise<Result<Game>> {
    const isNew = game.state.kind === 'created' && !game.hasServer;
    const { maxGames } = this.#options;
    if (!game.hasServer && game.state.kind !== 'over' && this.live.length >= maxGames) {
      if (isNew) this.#forget(gameId);
      return fail(failure('E112', `${maxGames} games are running; no more are allowed (MAX_GAMES)`));
    }
    const opened = await game.open();
    if (opened.ok) return ok(game);
    if (isNew) this.#forget(gameId);
    return opened;
  }

  /** The game as it was left on disk; undefined when there is none. */
  #load(gameId: string): Promise<Game | undefined> {
    const { dataDir, logger } = this.#options;
    const load = async (): Promise<Game | undefined> => {
      const folder = gameFolder(dataDir, gameId);
      const record = await readRecord(folder.record);
      if (record === undefined) return undefined;
      return this.#keep(record, (await lastVersion(new Journal(folder.journal, logger))) + VERSIONS_AHEAD);
    };
    const loading = load();
    this.#known.set(gameId, loading);
    const forget = (): void => void this.#known.delete(gameId);
    void loading.then((game) => {
      if (game === undefined) forget();
    }, forget);
    return loading;
  }

  #make(gameId: string, config: GameConfig, isWanted: boolean): Game | undefined {
    // Somebody else may have made it while we looked on the disk.
    const made = this.#loaded.get(gameId);
    if (made !== undefined || !isWanted) return made;
    const game = this.#keep(newRecord(gameId, config, this.#options.turnTimeLimit), 0);
    this.#known.set(gameId, Promise.resolve(game));
    return game;
  }

  #keep(record: GameRecord, version: number): Game {
    const { protocol, dataDir, logger } = this.#options;
    const game = new Game({
      record,
      version,
      folder: gameFolder(dataDir, record.id),
      protocol,
      logger: logger.child({ game: record.id }),
      launch: (saveFile) => this.#launch(record, saveFile),
    });
    this.#loaded.set(record.id, game);
    return game;
  }

  #forget(gameId: string): void {
    this.#known.delete(gameId);
    this.#loaded.delete(gameId);
  }

  async #launch({ id, config }: GameRecord, saveFile: string | undefined): Promise<Result<ServerProcess>> {
    const { dataDir, serverPath, serverUser } = this.#options;
    const logger = this.#options.logger.child({ game: id });
    const binary = await findServerBinary(serverPath);
    if (!binary.ok) return binary;
    const server = await startServerProcess({
      binary: binary.value,
      user: serverUser,
      saveDir: gameFolder(dataDir, id).saves,
      saveFile,
      // A save says itself which it is of.
      ruleset: saveFile === undefined ? config.ruleset : undefined,
      logger,
      signal: this.#closing.signal,
    });
    if (server.ok)
      logger.info({ pid: server.value.pid, port: server.value.port, saveFile }, 'game server started');
    return server;
  }
}

/** The highest state version that an agent is known to have seen. */
async function lastVersion(journal: Journal): Promise<number> {
  // They rise from turn to turn.
  for (const turn of (await journal.turns()).toReversed()) {
    const versions = (await journal.read(turn)).map((entry) => ('version' in entry ? entry.version : 0));
    const last = versions.reduce((highest, version) => Math.max(highest, version), 0);
    if (last > 0) return last;
  }
  return 0;
}

/** Undefined when the signal aborts first. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  const aborted = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  return Promise.race([work, aborted]);
}
