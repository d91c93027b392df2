import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './disk-error.js';

/**
 * Removes a file, a link or a folder with all in it. A file that is gone already is not an error. Throws the error of the disk:
 * the recursive `rmSync` of Node 20 says ENOTDIR of a file that may not be removed, which looks like damage.
 */
export function removeEntry(path: string): void {
  try {
    if (lstatSync(path).isDirectory()) {
      for (const name of readdirSync(path)) removeEntry(join(path, name));
      rmdirSync(path);
    } else unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
