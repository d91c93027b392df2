import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn } from '#shared/core/disk/read-file.js';
import type { GameFolder } from './game-folder.js';
import { mayWrite, type WriteGuard } from './write-guard.js';

/**
 * A name for a file that is written before it takes the place of the one at `path`. No two are the same: a proxy that
 * stood still and lost the game may continue to write to its own.
 */
export function unfinishedPath(path: string): string {
  return `${path}.${randomUUID()}.new`;
}

/** True for the name of a file that is not whole yet, or never will be. */
export function isUnfinished(name: string): boolean {
  return name.endsWith('.new') || name.endsWith('.part');
}

/**
 * Removes the unfinished files of earlier owners of a game; its new owner calls this before it reads or writes any. An
 * earlier owner may have stood still after it checked its lease, just before it renames a file: the rename then fails.
 */
export function removeUnfinished(game: GameFolder, guard: WriteGuard): void {
  const { path, saves, journal, orders, recordings } = game;
  for (const folder of [path, saves, journal, orders, join(path, 'notes'), recordings])
    for (const name of namesIn(folder).filter(isUnfinished)) if (mayWrite(guard)) remove(join(folder, name));
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It does no harm, and the next owner tries again.
  }
}
