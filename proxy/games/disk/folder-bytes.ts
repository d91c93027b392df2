import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from '#shared/core/disk/files-below.js';

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
