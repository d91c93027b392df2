import { randomUUID } from 'node:crypto';
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { GameFolder } from './game-folder.js';
import { mayWrite, type WriteGuard } from './write-guard.js';

/** A younger file may be one that a proxy is writing now. */
const MIN_AGE_MS = 60_000;

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

/** Removes what proxies left that ended while they replaced a file. `now` in milliseconds since 1970. */
export async function removeUnfinished(game: GameFolder, guard: WriteGuard, now: number): Promise<void> {
  const { path, saves, journal, orders, recordings } = game;
  for (const folder of [path, saves, journal, orders, join(path, 'notes'), recordings]) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter(isUnfinished)) {
      const file = join(folder, name);
      const modified = (await stat(file).catch(() => undefined))?.mtimeMs ?? now;
      if (now - modified > MIN_AGE_MS && mayWrite(guard)) await unlink(file).catch(() => undefined);
    }
  }
}
