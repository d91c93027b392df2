import { existsSync } from 'node:fs';
import { systemClock, withDeadline } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import { isJsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import { type GameOperationType, gameOperations } from '#shared/protocol/game-operations.js';
import { linkCreatorSchema } from '#shared/protocol/link.js';
import { folderBytes } from '../../proxy/games/disk/folder-bytes.js';
import { type GameFolder, gameFolder } from '../../proxy/games/disk/game-folder.js';
import { readRecord } from '../../proxy/games/disk/record-file.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import type { GameControl } from '../../proxy/games/lifecycle/game-control.js';
import type { Games } from '../../proxy/games/lifecycle/games.js';
import type { StoredGame } from '../../proxy/games/lifecycle/stored-games.js';
import { manualSaveName } from '../../proxy/games/saves/save-name.js';
import { listSaves } from '../../proxy/games/saves/stored-saves.js';
import { Ledger } from '../../proxy/games/score/ledger.js';
import type { LedgerContents } from '../../proxy/games/score/ledger-entry.js';
import { onOtherServer } from '../../proxy/games/server/joined-server.js';
import { gameProcess, gameScore, infoOf, type ModelReports, summaryOf, summaryOnDisk } from './game-info.js';

/** How long the scores wait for the last save of a game that has just ended. */
const MAX_SETTLE_MS = 10_000;

type AnswerData = Record<string, unknown>;

/** Those that are about a game as a whole; other features answer the rest. */
export type OwnOperation = Exclude<
  GameOperationType,
  | 'game_fork'
  | 'scenario_list'
  | 'game_chances'
  | 'game_diplomacy'
  | 'conversation_list'
  | 'conversation_read'
>;

/** The gateway adds the token that asks for a new game. */
const createSchema = gameOperations.game_create.data.extend({ creator: linkCreatorSchema.optional() });

/** What GameOperations works with. */
export interface GameOperationsOptions {
  readonly games: Games;
  readonly dataDir: string;
  readonly models: ModelReports;
}

/** The operations of administrators on games, independent of the transport. Authorization is checked where the request arrives. */
export class GameOperations {
  readonly #games: Games;
  readonly #dataDir: string;
  readonly #models: ModelReports;

  constructor({ games, dataDir, models }: GameOperationsOptions) {
    this.#games = games;
    this.#dataDir = dataDir;
    this.#models = models;
  }

  async answer(type: OwnOperation, gameId: string, data: unknown): Promise<Result<AnswerData>> {
    switch (type) {
      case 'game_create':
        return this.#create(gameId, data);
      case 'game_list':
        return this.#list(isJsonObject(data) && data.usage === true);
      case 'game_info':
        return withGame(this.#games, gameId, async (game) => ok(await infoOf(game, this.#models)));
      case 'game_start':
        return this.#control(gameId, (control) => control.start());
      case 'game_pause':
        return this.#control(gameId, (control) => control.pause());
      case 'game_resume':
        return this.#control(gameId, (control) => control.resume());
      case 'game_end':
        return this.#control(gameId, (control) => control.end());
      case 'game_save':
        return this.#save(gameId, data);
      case 'game_saves':
        return withGame(this.#games, gameId, (game) => this.#listSaves(game));
      case 'game_score':
        return this.#score(gameId);
      case 'game_delete':
        return this.#delete(gameId);
    }
  }

  async #create(gameId: string, data: unknown): Promise<Result<AnswerData>> {
    const wish = parseWith(createSchema, data);
    if (!wish.ok) return wish;
    const { game_id: _, creator, ...config } = wish.value;
    const made = await this.#games.create(gameId, gameConfigSchema.parse(config), creator);
    return made.ok ? ok(await infoOf(made.value, this.#models)) : made;
  }

  #score(gameId: string): Promise<Result<AnswerData>> {
    return this.readLedger(gameId, async ({ record: file }, contents) => {
      const record = await readRecord(file);
      if (!record.ok || record.value === undefined) return gameScore(gameId, contents);
      const process = await gameProcess(gameId, contents, record.value, this.#models);
      return gameScore(gameId, contents, record.value, process);
    });
  }

  /** Reads a game's ledger in any state, with the last turn of a game that is ending. E140: no such game. */
  async readLedger(
    gameId: string,
    read: (folder: GameFolder, contents: LedgerContents) => Promise<AnswerData>,
  ): Promise<Result<AnswerData>> {
    const game = this.#games.loaded.find(({ id }) => id === gameId);
    if (game !== undefined) await withDeadline(systemClock, game.whenSettled(), MAX_SETTLE_MS);
    const folder = gameFolder(this.#dataDir, gameId);
    if (!existsSync(folder.record)) return fail(noSuchGame(gameId));
    return ok(await read(folder, await new Ledger(folder, this.#diskOf(gameId)).sync()));
  }

  #diskOf(gameId: string) {
    return this.#games.disk.reporterFor(gameId);
  }

  /** `withUsage`: for the admin, with the token that has made each game and what it takes on the disk. */
  async #list(withUsage: boolean): Promise<Result<AnswerData>> {
    const onDisk = await this.#games.onDisk();
    if (!onDisk.ok) return onDisk;
    const loaded = this.#games.loaded.map((game) => ({ ...summaryOf(game), creator: game.record.creator }));
    const stored = onDisk.value.map((known) => ({ ...summaryOnDisk(known), creator: creatorOf(known) }));
    const all = [...loaded, ...stored].sort((a, b) => a.game_id.localeCompare(b.game_id));
    if (!withUsage) return ok({ games: all.map(({ creator: _, ...game }) => game) });
    const bytes = all.map(({ game_id }) => folderBytes(gameFolder(this.#dataDir, game_id).path));
    const sizes = await Promise.all(bytes);
    return ok({ games: all.map((game, index) => ({ ...game, bytes: sizes[index] })) });
  }

  async #control(
    gameId: string,
    act: (control: GameControl) => Promise<Result<void>>,
  ): Promise<Result<AnswerData>> {
    return withGame(this.#games, gameId, async (game) => {
      const done = await act(game.control);
      return done.ok ? ok(await infoOf(game, this.#models)) : done;
    });
  }

  async #save(gameId: string, data: unknown): Promise<Result<AnswerData>> {
    const wish = parseWith(gameOperations.game_save.data, data);
    if (!wish.ok) return wish;
    return withGame(this.#games, gameId, async (game) => {
      const name = manualSaveName(game.seats[0]?.world.game?.turn ?? 0, wish.value.name);
      const saved = await game.control.save(name);
      if (!saved.ok) return saved;
      const written = (await this.#saves(gameId)).find((save) => save.name.startsWith(`${name}.sav`));
      return written === undefined
        ? fail(failure('E131', 'The game server did not write the save: see its log'))
        : ok({ ...written });
    });
  }

  /** Also one whose record is damaged, or that could be deleted in part only. */
  async #delete(gameId: string): Promise<Result<AnswerData>> {
    const known = await this.#games.find(gameId);
    const isNone = known.ok && known.value === undefined && !(await this.#games.isListed(gameId));
    if (isNone) return fail(noSuchGame(gameId));
    const removed = await this.#games.remove(gameId);
    return removed.ok ? ok({ deleted: gameId }) : removed;
  }

  async #listSaves({ id, isOnOtherServer }: Game): Promise<Result<AnswerData>> {
    return isOnOtherServer ? fail(onOtherServer()) : ok({ saves: await this.#saves(id) });
  }

  #saves(gameId: string) {
    return listSaves(gameFolder(this.#dataDir, gameId), this.#diskOf(gameId));
  }
}

function creatorOf(known: StoredGame): string | undefined {
  return 'record' in known ? known.record.creator : undefined;
}

function noSuchGame(gameId: string) {
  return failure('E140', `There is no game ${gameId}`, { path: 'game_id' });
}

/** Answers what is asked of a game. E140: no such game. */
export async function withGame(
  games: Pick<Games, 'find'>,
  gameId: string,
  work: (game: Game) => Promise<Result<AnswerData>>,
): Promise<Result<AnswerData>> {
  const known = await games.find(gameId);
  if (!known.ok) return known;
  return known.value === undefined ? fail(noSuchGame(gameId)) : work(known.value);
}
