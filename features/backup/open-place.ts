import { basename, dirname, resolve } from 'node:path';
import { ok, type Result } from '#shared/core/result.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { openBucket } from '../bucket/open-bucket.js';
import { FolderObjects } from './folder-objects.js';

/** The folder, or the bucket of an `s3://` URL, that backups are in. The failure is a sentence. */
export async function openBackups(place: string): Promise<Result<ObjectStore, string>> {
  if (!place.startsWith('s3://')) return ok(new FolderObjects(place));
  const bucket = await openBucket(place);
  return bucket.ok ? ok(bucket.value.store) : bucket;
}

/** The place of a backup, and its name there. The query of a bucket's URL stays with the place. */
export function splitBackup(backup: string): { readonly place: string; readonly name: string } {
  const [, before = '', name = '', query = ''] = /^(s3:\/\/[^?]+)\/([^/?]+)\/?(\?.*)?$/.exec(backup) ?? [];
  if (name !== '') return { place: `${before}${query}`, name };
  const path = resolve(backup);
  return { place: dirname(path), name: basename(path) };
}

/**
 * The name of a backup of a game that is taken now.
 *
 * @public `npm run games` asks.
 */
export function backupName(gameId: string, now: number): string {
  return `${gameId}-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
}
