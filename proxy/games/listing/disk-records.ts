import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { isQuarantined } from '#shared/core/disk/quarantine.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { isArchived } from '../archive/archive.js';
import { gameFolder } from '../game-folder.js';
import type { GameRecord } from '../game-record.js';
import { readRecord } from '../record-file.js';

/** A game that lies on the disk: its record, or why that cannot be read. */
export type DiskRecord =
  | { readonly gameId: string; readonly record: GameRecord; readonly isArchived: boolean }
  | { readonly gameId: string; readonly failure: Failure };

/** The records of all games on the disk, in no order, besides those of `known` ids. E142 when the disk does not say. */
export async function diskRecords(
  dataDir: string,
  known: ReadonlySet<string>,
): Promise<Result<readonly DiskRecord[]>> {
  try {
    const names = await readdir(join(dataDir, 'games'));
    const wanted = names.filter((name) => !known.has(name) && !isQuarantined(name));
    return ok((await Promise.all(wanted.map((gameId) => diskRecord(dataDir, gameId)))).flat());
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return ok([]);
    return fail(failure('E142', `The games on the disk cannot be listed: ${diskReason(error)}`));
  }
}

async function diskRecord(dataDir: string, gameId: string): Promise<readonly DiskRecord[]> {
  const folder = gameFolder(dataDir, gameId);
  const record = await readRecord(folder.record);
  if (!record.ok) return [{ gameId, failure: record.failure }];
  return record.value === undefined ? [] : [{ gameId, record: record.value, isArchived: isArchived(folder) }];
}
