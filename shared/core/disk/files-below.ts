import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './disk-error.js';

/** The paths of all files below a folder, with `/` between names; none without the folder. Rejects when the disk does not list them. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      );
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
}
