import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { isStoredPath } from '../storage/stored-paths.js';

const fileSchema = z.object({
  /** Within the folder of the game. */
  path: z.string().refine(isStoredPath, 'no path of a game'),
  bytes: z.int().nonnegative(),
  /** In milliseconds since 1970: of two saves of a turn the later one counts. */
  modified: z.number(),
  sha256: z.string(),
});

const manifestSchema = z.object({
  format: z.literal(1),
  game_id: z.string(),
  taken_at: z.iso.datetime(),
  /** The last turn that had begun; null before the first. */
  turn: z.int().nullable(),
  files: z.array(fileSchema),
});

/** What a backup holds, the last of it to be written: a backup without it is not complete. */
export type BackupManifest = z.infer<typeof manifestSchema>;
/** A file of a backup. */
export type BackupFile = z.infer<typeof fileSchema>;

/** Where the objects of a backup are in its store. */
export function manifestKey(name: string): string {
  return `${name}/backup.json`;
}

/** Where a file of a backup is in its store. */
export function fileKey(name: string, path: string): string {
  return `${name}/files/${path}`;
}

/** The sum that a file is verified by, hexadecimal. */
export function sumOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The manifest of a backup. The failure is a sentence. */
export async function readBackupManifest(
  store: ObjectStore,
  name: string,
): Promise<Result<BackupManifest, string>> {
  const read = await store.get(manifestKey(name));
  if (!read.ok) return read;
  if (read.value === undefined) return fail(`there is no backup ${name}, or it is not complete`);
  const parsed = manifestSchema.safeParse(parseJson(read.value.toString('utf8')));
  return parsed.success ? ok(parsed.data) : fail(`${manifestKey(name)} is no list of a backup's files`);
}

/** A file of a backup, if it is as it was written. The failure is a sentence. */
export async function readBackupFile(
  store: ObjectStore,
  name: string,
  { path, sha256 }: BackupFile,
): Promise<Result<Buffer, string>> {
  const read = await store.get(fileKey(name, path));
  if (!read.ok) return read;
  if (read.value === undefined) return fail(`${path} is gone from the backup`);
  return sumOf(read.value) === sha256
    ? ok(read.value)
    : fail(`${path} in the backup is not as it was written`);
}
