import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './disk-error.js';

/** Removes a file, link or whole folder, or nothing. Throws disk errors: `rmSync` of Node 20 gives a wrong ENOTDIR. */
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
