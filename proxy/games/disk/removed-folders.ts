import { randomUUID } from 'node:crypto';
import { renameSync, statSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { incomingFolder } from './game-folder.js';

/** Where folders below DATA_DIR go before their files are removed. */
function removedFolder(dataDir: string): string {
  return join(dataDir, 'removed');
}

/** A network file system keeps a name for a replaced file until it is closed, up to two seconds later (ReplacedFiles). */
const RETRIES = { maxRetries: 4, retryDelay: 500 } as const;

/**
 * Removes the folder of a game below DATA_DIR in one step, unless `mayRemove` says no by then. A proxy that is killed
 * during it leaves the whole game or none: a part of it would look like a damaged game.
 */
export async function removeFolder(
  dataDir: string,
  folder: string,
  mayRemove: () => boolean = () => true,
): Promise<void> {
  const removed = removedFolder(dataDir);
  // A full disk may have no room for it: the folder is then removed where it is.
  await mkdir(removed, { recursive: true }).catch(() => undefined);
  if (!mayRemove()) return;
  const aside = join(removed, randomUUID());
  await rm(isRenamed(folder, aside) ? aside : folder, { recursive: true, force: true, ...RETRIES });
}

/** Removes what is left of folders that killed proxies were removing. */
export async function removeRemains(dataDir: string): Promise<void> {
  await rm(removedFolder(dataDir), { recursive: true, force: true }).catch(() => undefined);
}

/** Removes the folder of a game that was being laid on the disk and never got its place, unless that began after `before` (epoch milliseconds). */
export function removeIncoming(dataDir: string, gameId: string, before: number): Promise<void> {
  const folder = incomingFolder(dataDir, gameId);
  const isOlder = (): boolean => (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? before) < before;
  return removeFolder(dataDir, folder, isOlder);
}

function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
