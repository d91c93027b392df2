import { randomUUID } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { GameFolder } from './game-folder.js';
import { mayWrite, type WriteGuard } from './write-guard.js';

/**
 * A name for a file that is written before it takes the place of the one at `path`. No two are the same: a proxy that
 * stood still and lost the game may go on writing to its own.
 */
export function unfinishedPath(path: string): string {
  return `${path}.${randomUUID()}.new`;
}

/** True for the name of a file that is not whole yet, or never will be. */
export function isUnfinished(name: string): boolean {
  return name.endsWith('.new') || name.endsWith('.part');
}

/**
 * Removes what earlier owners of a game left that ended while they replaced a file; its new owner calls this before it reads
 * or writes any. A proxy that stood still between its last look at its lease and the step that gives a file its name then
 * has no file to give the name to.
 */
export function removeUnfinished(game: GameFolder, guard: WriteGuard): void {
  const { path, saves, journal, orders, recordings } = game;
  for (const folder of [path, saves, journal, orders, join(path, 'notes'), recordings])
    for (const name of namesIn(folder).filter(isUnfinished)) if (mayWrite(guard)) remove(join(folder, name));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The disk does not allow it now.
  }
}
