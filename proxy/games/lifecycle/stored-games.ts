import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { isQuarantined } from '#shared/core/disk/quarantine.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { COPY_MARK, gameFolder, isArchived } from '../disk/game-folder.js';
import type { GameRecord } from '../disk/game-record.js';
import { readRecord } from '../disk/record-file.js';
import type { GameStore } from './game-store.js';

/** A game on the disk: its record, or why that cannot be read. */
export type StoredGame =
  | { readonly gameId: string; readonly record: GameRecord; readonly isArchived: boolean }
  | { readonly gameId: string; readonly failure: Failure };

/** The record of an ended game does not change: it is known by its time of writing. */
interface Remembered {
  readonly writtenAt: number;
  readonly game: StoredGame;
}

/** The records of the games on the disk and in the bucket. */
export class StoredGames {
  readonly #dataDir: string;
  readonly #archived = new Map<string, Remembered>();

  readonly #storage: GameStore | undefined;

  /** With `storage` also those in the bucket; working copies of theirs are left out. */
  constructor(dataDir: string, storage?: GameStore) {
    this.#dataDir = dataDir;
    this.#storage = storage;
  }

  /** All of them, in no order, without those of `known` ids. E142 when the disk cannot be read. */
  async list(known: ReadonlySet<string>): Promise<Result<readonly StoredGame[]>> {
    const listed = (await this.#storage?.list()) ?? ok([]);
    if (!listed.ok)
      return fail(failure('E142', `The games in the bucket cannot be listed: ${listed.failure}`));
    const inBucket = listed.value.map(({ gameId, record, archivedAt }) => ({
      gameId,
      record,
      isArchived: archivedAt !== undefined,
    }));
    const onDisk = await this.#onDisk(new Set([...known, ...inBucket.map(({ gameId }) => gameId)]));
    return onDisk.ok ? ok([...onDisk.value, ...inBucket.filter(({ gameId }) => !known.has(gameId))]) : onDisk;
  }

  async #onDisk(known: ReadonlySet<string>): Promise<Result<readonly StoredGame[]>> {
    try {
      const names = await readdir(join(this.#dataDir, 'games'));
      const wanted = names.filter((name) => !known.has(name) && !isQuarantined(name));
      return ok((await Promise.all(wanted.map((gameId) => this.#game(gameId)))).flat());
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return ok([]);
      return fail(failure('E142', `The games on the disk cannot be listed: ${diskReason(error)}`));
    }
  }

  async #game(gameId: string): Promise<readonly StoredGame[]> {
    const folder = gameFolder(this.#dataDir, gameId);
    if (this.#storage !== undefined && existsSync(join(folder.path, COPY_MARK))) return [];
    const written = await stat(folder.record).catch(() => undefined);
    const known = this.#archived.get(gameId);
    if (known !== undefined && known.writtenAt === written?.mtimeMs) return [known.game];
    this.#archived.delete(gameId);
    const record = await readRecord(folder.record);
    if (!record.ok) return [{ gameId, failure: record.failure }];
    if (record.value === undefined) return [];
    const game = { gameId, record: record.value, isArchived: isArchived(folder) };
    if (game.isArchived && written !== undefined)
      this.#archived.set(gameId, { writtenAt: written.mtimeMs, game });
    return [game];
  }
}
