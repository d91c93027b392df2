import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes a file, a link or a folder with all in it, unless it is gone already. Throws what the disk says: the recursive `rmSync` of
 * Node 20 says ENOTDIR of a file that may not be removed, which looks like damage.
 */
export function removeEntry(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return;
  if (!entry.isDirectory()) {
    unlinkSync(path);
    return;
  }
  for (const name of readdirSync(path)) removeEntry(join(path, name));
  rmdirSync(path);
}
