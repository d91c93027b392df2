import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { gameFolder } from '../game-folder.js';

export interface ArchiveLimits {
  /** All archives together, in bytes. */
  readonly bytes: number;
  /** Of an archive, in milliseconds. */
  readonly age: number;
}

interface Archive {
  readonly gameId: string;
  readonly bytes: number;
  /** When it became one, in milliseconds since 1970. */
  readonly since: number;
}

/** The archives that are beyond the limits, the oldest first. `now` as Date.now tells. */
export function beyond(archives: readonly Archive[], limits: ArchiveLimits, now: number): readonly Archive[] {
  let total = archives.reduce((sum, { bytes }) => sum + bytes, 0);
  return archives
    .toSorted((a, b) => a.since - b.since)
    .filter(({ bytes, since }) => {
      const isBeyond = total > limits.bytes || now - since > limits.age;
      if (isBeyond) total -= bytes;
      return isBeyond;
    });
}

/** The games on the disk that have ended: those that may yet be played are none, however old they are. */
export async function archivesIn(dataDir: string): Promise<readonly Archive[]> {
  const names = await readdir(join(dataDir, 'games')).catch(() => []);
  const found = await Promise.all(names.map((gameId) => archiveOf(dataDir, gameId)));
  return found.flat();
}

async function archiveOf(dataDir: string, gameId: string): Promise<readonly Archive[]> {
  const folder = gameFolder(dataDir, gameId);
  const manifest = await stat(folder.manifest).catch(() => undefined);
  if (manifest === undefined) return [];
  return [{ gameId, bytes: await bytesIn(folder.path), since: manifest.mtimeMs }];
}

/** Of all files below the folder; one that goes meanwhile counts nothing. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      stat(join(entry.parentPath, entry.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
