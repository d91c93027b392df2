import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { filesBelow } from '#shared/core/disk/files-below.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { type GameFolder, gameFolder } from '../../proxy/games/disk/game-folder.js';
import type { GameRecord } from '../../proxy/games/disk/game-record.js';
import { readRecord } from '../../proxy/games/disk/record-file.js';
import { isWholeSave } from '../../proxy/games/saves/save-file.js';
import { isStoredPath } from '../storage/stored-paths.js';
import {
  type BackupFile,
  type BackupManifest,
  fileKey,
  manifestKey,
  readBackupFile,
  sha256Of,
} from './backup-manifest.js';

/** How often a game is copied again when its seats have changed meanwhile. */
const MAX_ATTEMPTS = 5;

const RECORD = 'game.json';
const LAST_ENTRY = 'journal/last.json';

/** What is backed up, and where to. */
export interface BackupPlace {
  readonly dataDir: string;
  readonly gameId: string;
  readonly store: ObjectStore;
  /** The name of the backup in the store. */
  readonly name: string;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/**
 * Copies a game, which may be played meanwhile, and reads the copy again to verify it. The copy has all that was done before it
 * began: files are copied in the order of `PARTS`. The failure is a sentence.
 */
export async function writeBackup(place: BackupPlace): Promise<Result<BackupManifest, string>> {
  const folder = gameFolder(place.dataDir, place.gameId);
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const before = await readRecord(folder.record);
      if (!before.ok) return fail(before.failure.message);
      if (before.value === undefined) return fail(`there is no game ${place.gameId} in ${place.dataDir}`);
      const files = await copyFiles(place, folder);
      if (!files.ok) return files;
      const after = await readRecord(folder.record);
      if (!after.ok) return fail(after.failure.message);
      if (after.value === undefined) return fail(`the game ${place.gameId} was deleted meanwhile`);
      if (hasSameSeats(before.value, after.value)) return await finish(place, after.value, files.value);
    }
  } catch (error) {
    return fail(diskReason(error));
  }
  return fail(`the seats of ${place.gameId} keep changing: try again when its players have come`);
}

/**
 * The files of a game in the order in which they are copied. Each part is listed when the part before it has been copied. A file is
 * copied before the files that it refers to, so that none of them is older than it: the record says which turns have begun, and
 * `last.json` which entry of the journal is the last, and both come before the entries. The newest turn of the journal is copied first:
 * entries that are written meanwhile are then missing at the end of the copy, not in the middle.
 */
const PARTS: readonly ((path: string) => boolean)[] = [
  (path) => path.startsWith('saves/') || path.startsWith('ruleset/'),
  (path) => path === RECORD,
  (path) => path === LAST_ENTRY,
  (path) => path.startsWith('journal/') && path !== LAST_ENTRY,
  (path) => !/^(?:saves|ruleset|journal)\//.test(path) && !path.startsWith(RECORD),
];

async function copyFiles(place: BackupPlace, folder: GameFolder): Promise<Result<BackupFile[], string>> {
  const files: BackupFile[] = [];
  for (const isOfPart of PARTS) {
    const paths = (await filesBelow(folder.path)).filter((path) => isStoredPath(path) && isOfPart(path));
    for (const path of paths.toSorted().toReversed()) {
      const copied = await copyFile(place, folder, path);
      if (!copied.ok) return copied;
      if (copied.value !== undefined) files.push(copied.value);
    }
  }
  return ok(files);
}

/** Undefined for a file that is gone by now. */
async function copyFile(
  { store, name }: BackupPlace,
  folder: GameFolder,
  path: string,
): Promise<Result<BackupFile | undefined, string>> {
  const read = await readWithTime(join(folder.path, path));
  if (read === undefined) return ok(undefined);
  const { bytes, modified } = read;
  if (path.startsWith('saves/') && path.endsWith('.gz') && !(await isWholeSave(bytes)))
    return fail(`the save ${path} is damaged`);
  const put = await store.put(fileKey(name, path), bytes);
  return put.ok ? ok({ path, bytes: bytes.length, modified, sha256: sha256Of(bytes) }) : put;
}

/** Undefined for a file that is gone by now. */
async function readWithTime(file: string) {
  try {
    const { mtimeMs: modified } = await stat(file);
    return { bytes: await readFile(file), modified };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function hasSameSeats(before: GameRecord, after: GameRecord): boolean {
  const seatsOf = ({ seats, phase, givenToAi }: GameRecord) => ({ seats, phase, givenToAi });
  return isDeepStrictEqual(seatsOf(before), seatsOf(after));
}

/** Verifies the copies, and writes the list of them. */
async function finish(
  { store, name, gameId, now }: BackupPlace,
  record: GameRecord,
  files: BackupFile[],
): Promise<Result<BackupManifest, string>> {
  for (const file of files) {
    const read = await readBackupFile(store, name, file);
    if (!read.ok) return read;
  }
  const taken_at = new Date(now).toISOString();
  const manifest = { format: 1, game_id: gameId, taken_at, turn: record.shown?.turn ?? null, files } as const;
  const put = await store.put(manifestKey(name), Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`));
  return put.ok ? ok(manifest) : put;
}
