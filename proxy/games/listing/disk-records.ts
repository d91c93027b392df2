import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure } from '#shared/failure.js';
import { isArchived } from '../archive/archive.js';
import { gameFolder } from '../game-folder.js';
import { type GameRecord, readRecord } from '../game-record.js';

/** A game that lies on the disk: its record, or why that cannot be read. */
export type DiskRecord =
  | { readonly gameId: string; readonly record: GameRecord; readonly isArchived: boolean }
  | { readonly gameId: string; readonly failure: Failure };

/** The records of all games on the disk, in no order, besides those of `known` ids. */
export async function diskRecords(
  dataDir: string,
  known: ReadonlySet<string>,
): Promise<readonly DiskRecord[]> {
  const names = await readdir(join(dataDir, 'games')).catch(() => []);
  const read = names.filter((name) => !known.has(name)).map((gameId) => diskRecord(dataDir, gameId));
  return (await Promise.all(read)).flat();
}

async function diskRecord(dataDir: string, gameId: string): Promise<readonly DiskRecord[]> {
  const folder = gameFolder(dataDir, gameId);
  const record = await readRecord(folder.record);
  if (!record.ok) return [{ gameId, failure: record.failure }];
  return record.value === undefined ? [] : [{ gameId, record: record.value, isArchived: isArchived(folder) }];
}
