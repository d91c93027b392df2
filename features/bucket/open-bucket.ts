import { randomUUID } from 'node:crypto';
import { errorCode } from '#shared/core/disk/disk-error.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { readStorageUrl, shownStorage } from './storage-url.js';

/** A bucket that is open, and its name for people. */
export interface OpenBucket {
  readonly store: ObjectStore;
  /** Without credentials. */
  readonly shown: string;
}

/** The bucket of a STORAGE_URL. The failure is a sentence: a malformed URL, or the optional SDK is missing. */
export async function openBucket(url: string): Promise<Result<OpenBucket, string>> {
  const target = readStorageUrl(url);
  if (!target.ok) return target;
  try {
    const { S3Objects } = await import('./s3-objects.js');
    return ok({ store: new S3Objects(target.value), shown: shownStorage(target.value) });
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    return fail('the SDK of S3 is not installed: npm install @aws-sdk/client-s3');
  }
}

/** Why objects cannot be written, listed, read and removed there; undefined when they can. Leaves nothing behind. */
export async function bucketProblem(store: ObjectStore): Promise<string | undefined> {
  const key = `probe/${randomUUID()}`;
  const put = await store.put(key, Buffer.from('probe\n'));
  if (!put.ok) return put.failure;
  const listed = await store.list(key);
  if (!listed.ok) return listed.failure;
  const read = await store.get(key);
  if (!read.ok) return read.failure;
  const removed = await store.remove([key]);
  if (!removed.ok) return removed.failure;
  return listed.value.length === 1 && read.value?.toString() === 'probe\n'
    ? undefined
    : 'the bucket does not give back what was stored in it';
}
