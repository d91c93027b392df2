import { existsSync } from 'node:fs';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { gameIdSchema } from '#shared/protocol/envelope.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import {
  type GameFolder,
  gameFolder,
  gameFolderAt,
  incomingFolder,
} from '../../proxy/games/disk/game-folder.js';
import { readRecord } from '../../proxy/games/disk/record-file.js';
import { unguarded } from '../../proxy/games/disk/write-guard.js';
import { readManifest, writeManifest } from '../archive/manifest.js';
import { type BackupManifest, readBackupFile, readBackupManifest } from './backup-manifest.js';

/** Which backup is restored, and where. */
export interface RestorePlace {
  readonly dataDir: string;
  readonly store: ObjectStore;
  readonly name: string;
  /** The id of the restored game; that of the backup without it. */
  readonly gameId?: string | undefined;
}

/**
 * Writes a game from a backup into the data folder, under its own id or another one, and verifies each file. The first request for
 * the game loads it. The failure is a sentence; the data folder is then as before.
 */
export async function restoreBackup(place: RestorePlace): Promise<Result<BackupManifest, string>> {
  const manifest = await readBackupManifest(place.store, place.name);
  if (!manifest.ok) return manifest;
  const gameId = place.gameId ?? manifest.value.game_id;
  if (!gameIdSchema.safeParse(gameId).success) return fail(`${gameId} is not a game id`);
  const { path: to } = gameFolder(place.dataDir, gameId);
  const incoming = gameFolderAt(incomingFolder(place.dataDir, gameId));
  try {
    if (existsSync(to)) return fail(`there is a game ${gameId} in ${place.dataDir}: name another id`);
    await rm(incoming.path, { recursive: true, force: true });
    const written = await writeFiles(place, manifest.value, incoming);
    const named = written.ok ? await nameGame(incoming, gameId) : written;
    if (!named.ok) return named;
    await mkdir(dirname(to), { recursive: true });
    await rename(incoming.path, to);
    return manifest;
  } catch (error) {
    return fail(diskReason(error));
  } finally {
    await rm(incoming.path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function writeFiles(
  { store, name }: RestorePlace,
  { files }: BackupManifest,
  incoming: GameFolder,
): Promise<Result<void, string>> {
  for (const file of files) {
    const read = await readBackupFile(store, name, file);
    if (!read.ok) return read;
    const path = join(incoming.path, file.path);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await writeFile(path, read.value, { mode: 0o600 });
    await utimes(path, file.modified / 1000, file.modified / 1000);
  }
  return ok(undefined);
}

/** Gives the restored game its id. It has no server, and no owner before a proxy loads it. */
async function nameGame(incoming: GameFolder, gameId: string): Promise<Result<void, string>> {
  const record = await readRecord(incoming.record);
  if (!record.ok) return fail(record.failure.message);
  if (record.value === undefined) return fail('the backup has no record of a game');
  // It counts towards no quota: the operator has made it.
  const restored = { ...record.value, id: gameId, isLive: false, creator: undefined };
  await writeFile(incoming.record, `${JSON.stringify(restored, undefined, 2)}\n`, { mode: 0o600 });
  if (!existsSync(incoming.manifest)) return ok(undefined);
  const manifest = await readManifest(incoming.manifest);
  if (!manifest.ok) return fail(manifest.failure.message);
  await writeManifest(incoming.manifest, { ...manifest.value, game_id: gameId }, unguarded);
  return ok(undefined);
}
