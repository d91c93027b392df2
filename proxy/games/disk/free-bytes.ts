import { statfs } from 'node:fs/promises';

/** What is free for us where the folder lies; null where that cannot be told. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
