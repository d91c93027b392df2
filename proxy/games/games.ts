import { join } from 'node:path';
import { failure } from '#shared/failure.js';
import type { Logger } from '#shared/log.js';
import type { GameConfig } from '#shared/messages/llm-connect.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Protocol } from '../freeciv/protocol.js';
import { Game } from './game.js';
import { findServerBinary } from './server-binary.js';
import { startServerProcess } from './server-process.js';

export interface GamesOptions {
  readonly protocol: Protocol;
  readonly dataDir: string;
  /** Path of freeciv-server when it is not where one looks for it. */
  readonly serverPath: string | undefined;
  readonly serverUser: string;
  readonly maxGames: number;
  readonly turnTimeLimit: number;
  readonly logger: Logger;
}

export interface GameRequest {
  readonly gameId: string;
  readonly config: GameConfig;
  /** false: only join. */
  readonly create: boolean;
}

/** All games of this proxy by id. */
export class Games {
  readonly #options: GamesOptions;
  readonly #games = new Map<string, Promise<Result<Game>>>();
  readonly #live = new Map<string, Game>();
  readonly #closing = new AbortController();

  constructor(options: GamesOptions) {
    this.#options = options;
  }

  /** Games with a server process. */
  get live(): readonly Game[] {
    return [...this.#live.values()].filter(({ state }) => state.kind === 'lobby' || state.kind === 'running');
  }

  get(gameId: string): Game | undefined {
    return this.#live.get(gameId);
  }

  /** The game of that id, made when there is none and that is wanted. Two who ask at once get the same. */
  async find(request: GameRequest): Promise<Result<Game>> {
    const known = this.#games.get(request.gameId);
    if (known !== undefined && this.#live.get(request.gameId)?.state.kind !== 'lost') return known;
    if (!request.create)
      return fail(failure('E140', `There is no game ${request.gameId}`, { path: 'data.game_id' }));
    if (this.#closing.signal.aborted) return fail(failure('E142', 'The proxy is shutting down'));
    if (this.#starting() + this.live.length >= this.#options.maxGames) {
      return fail(
        failure('E112', `${this.#options.maxGames} games are running; no more are allowed (MAX_GAMES)`),
      );
    }
    this.#live.delete(request.gameId);
    const made = this.#create(request);
    this.#games.set(request.gameId, made);
    const game = await made;
    if (game.ok) this.#live.set(request.gameId, game.value);
    else this.#games.delete(request.gameId);
    return game;
  }

  /** Ends every game and its process. */
  async close(): Promise<void> {
    this.#closing.abort();
    const games = await Promise.all(this.#games.values());
    await Promise.all(games.map((game) => (game.ok ? game.value.close() : undefined)));
  }

  #starting(): number {
    return this.#games.size - this.#live.size;
  }

  async #create({ gameId, config }: GameRequest): Promise<Result<Game>> {
    const { protocol, dataDir, serverPath, serverUser, turnTimeLimit } = this.#options;
    const logger = this.#options.logger.child({ game: gameId });
    const binary = await findServerBinary(serverPath);
    if (!binary.ok) return binary;
    const server = await startServerProcess({
      binary: binary.value,
      user: serverUser,
      saveDir: join(dataDir, 'games', gameId, 'saves'),
      ruleset: config.ruleset,
      logger,
      signal: this.#closing.signal,
    });
    if (!server.ok) return server;
    logger.info(
      { pid: server.value.pid, port: server.value.port, ruleset: config.ruleset },
      'game server started',
    );
    const game = await Game.create({
      id: gameId,
      config,
      server: server.value,
      protocol,
      turnTimeLimit,
      logger,
    });
    if (game.ok) return ok(game.value);
    await server.value.close();
    return game;
  }
}
