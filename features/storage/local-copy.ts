import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { COPY_MARK, gameFolder, incomingFolder } from '../../proxy/games/disk/game-folder.js';
import { removeFolder } from '../../proxy/games/disk/removed-folders.js';
import { bytesOf, type StoredFolder } from './commit.js';
import { asKnown, type KnownFile, seeFolder } from './local-folder.js';
import { type StoredGameState, writeStoredGame } from './stored-game.js';

/** The fence under which a working copy was last stored or brought here; undefined for one that the bucket never had. */
async function copyFence(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, COPY_MARK), 'utf8').catch(() => undefined);
  return text !== undefined && /^\d+\n$/.test(text) ? Number(text) : undefined;
}

/** Marks a working copy as one that holds all that was stored under that fence. */
export async function markCopy(folder: string, fence: number): Promise<void> {
  await writeFile(join(folder, COPY_MARK), `${fence}\n`, { mode: 0o600 });
}

/** Where a game comes from and goes to. */
export interface CopyPlace {
  readonly store: ObjectStore;
  readonly gameId: string;
  readonly dataDir: string;
}

/**
 * Makes the working copy what the bucket has. A copy that was stored under the newest fence in the bucket has that, and
 * perhaps more: it stays. Another one is replaced; one of a game that has left the bucket is removed. The
 * failure is a sentence.
 */
export async function bringCopy(
  { store, gameId, dataDir }: CopyPlace,
  stored: StoredGameState,
): Promise<Result<void, string>> {
  const { path: folder } = gameFolder(dataDir, gameId);
  const incoming = incomingFolder(dataDir, gameId);
  const fence = await copyFence(folder);
  if (stored.fence === undefined) {
    if (fence !== undefined) await removeFolder(dataDir, folder);
    return ok(undefined);
  }
  if (fence === stored.fence) return ok(undefined);
  try {
    await rm(incoming, { recursive: true, force: true });
    const written = await writeStoredGame(store, gameId, stored.folder, incoming);
    if (!written.ok) return written;
    await markCopy(incoming, stored.fence);
    await removeFolder(dataDir, folder);
    await mkdir(dirname(folder), { recursive: true });
    await rename(incoming, folder);
    return ok(undefined);
  } catch (error) {
    return fail(diskReason(error));
  } finally {
    await rm(incoming, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The files of a working copy that are as the bucket has them. */
export async function knownFiles(
  folder: string,
  stored: StoredFolder,
  now: number,
): Promise<ReadonlyMap<string, KnownFile>> {
  const known = new Map<string, KnownFile>();
  for (const [path, seen] of await seeFolder(folder, new Map(), false)) {
    const there = stored.get(path);
    if (there === undefined || bytesOf(there) !== seen.bytes || there.modified !== Math.floor(seen.modified))
      continue;
    const file = await asKnown({ folder, path, now }, seen);
    if (file !== undefined) known.set(path, file);
  }
  return known;
}
