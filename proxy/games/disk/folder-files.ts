import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#shared/core/disk/disk-error.js';

/** The paths of all files below a folder, with `/` between names; none without the folder. Rejects when the disk does not give them. */
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

/** The size of all files below the folder in bytes; what cannot be read, or disappears during the count, is 0. */
export async function folderBytes(folder: string): Promise<number> {
  const paths = await filesBelow(folder).catch(() => []);
  const sizes = paths.map((path) =>
    stat(join(folder, path)).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
