import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { isStoredPath } from '../storage/stored-paths.js';

const fileSchema = z.object({
  /** Within the folder of the game. */
  path: z.string().refine(isStoredPath, 'not a path of a game'),
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

/** The list of the files of a backup. It is written last: a backup without it is not complete. */
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

/** The SHA-256 that a file is verified by, hexadecimal. */
export function sha256Of(bytes: Uint8Array): string {
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
  return parsed.success
    ? ok(parsed.data)
    : fail(`${manifestKey(name)} is not a valid list of the files of a backup`);
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
  return sha256Of(read.value) === sha256
    ? ok(read.value)
    : fail(`${path} in the backup has changed since it was written`);
}
