import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where folders below DATA_DIR go before their files are removed. */
function removedFolder(dataDir: string): string {
  return join(dataDir, 'removed');
}

/**
 * Removes the folder of a game below DATA_DIR, if `mayRemove` still says so, in one step: a proxy that is killed meanwhile
 * leaves all of the game or nothing, and no part that looks like a damaged one.
 */
export async function removeFolder(
  dataDir: string,
  folder: string,
  mayRemove: () => boolean = () => true,
): Promise<void> {
  const removed = removedFolder(dataDir);
  // A full disk may have no room for one more folder: then there is one step less.
  await mkdir(removed, { recursive: true }).catch(() => undefined);
  if (!mayRemove()) return;
  const aside = join(removed, randomUUID());
  await rm(isRenamed(folder, aside) ? aside : folder, { recursive: true, force: true });
}

/** Removes what proxies left that were killed while they removed a folder. */
export async function removeRemains(dataDir: string): Promise<void> {
  await rm(removedFolder(dataDir), { recursive: true, force: true }).catch(() => undefined);
}

function isRenamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch {
    return false;
  }
}
