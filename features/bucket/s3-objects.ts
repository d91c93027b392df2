import {
  DeleteObjectsCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ObjectEntry, ObjectStore } from '#shared/store/object-store.js';
import type { StorageTarget } from './storage-url.js';

const CONNECT_MS = 2000;
/** Of one attempt without a byte from the server. */
const REQUEST_MS = 8000;
const MAX_ATTEMPTS = 2;
/** As many as one request may name. */
const MAX_IN_REQUEST = 1000;
/** Where neither the URL nor the environment names one: servers that are not Amazon's take any. */
const DEFAULT_REGION = 'us-east-1';

/** A bucket by the official SDK, which finds credentials as its other tools do. This file is loaded only with STORAGE_URL. */
export class S3Objects implements ObjectStore {
  readonly #client: S3Client;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor({ bucket, prefix, endpoint, region, isPathStyle }: StorageTarget) {
    this.#bucket = bucket;
    this.#prefix = prefix;
    const isElsewhere = endpoint !== undefined && process.env.AWS_REGION === undefined;
    const chosen = region ?? (isElsewhere ? DEFAULT_REGION : undefined);
    this.#client = new S3Client({
      ...(endpoint === undefined ? {} : { endpoint }),
      ...(chosen === undefined ? {} : { region: chosen }),
      forcePathStyle: isPathStyle,
      maxAttempts: MAX_ATTEMPTS,
      // Servers that are not Amazon's may not know checksums in trailers; the signature covers the bytes.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        requestTimeout: REQUEST_MS,
        throwOnRequestTimeout: true,
      },
    });
  }

  put(key: string, bytes: Uint8Array): Promise<Result<void, string>> {
    return this.#told(async () => {
      await this.#client.send(new PutObjectCommand({ ...this.#at(key), Body: bytes }));
    });
  }

  get(key: string): Promise<Result<Buffer | undefined, string>> {
    return this.#told(async () => {
      try {
        const { Body } = await this.#client.send(new GetObjectCommand(this.#at(key)));
        return Body === undefined ? Buffer.alloc(0) : Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    });
  }

  list(prefix: string, max = Number.POSITIVE_INFINITY): Promise<Result<readonly ObjectEntry[], string>> {
    return this.#told(async () => {
      const found: ObjectEntry[] = [];
      const pages = paginateListObjectsV2(
        { client: this.#client, pageSize: Math.min(max, MAX_IN_REQUEST) },
        { Bucket: this.#bucket, Prefix: this.#prefix + prefix },
      );
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', Size = 0, ETag = '' } of Contents)
          found.push({ key: Key.slice(this.#prefix.length), bytes: Size, tag: ETag });
        if (found.length >= max) break;
      }
      return found;
    });
  }

  remove(keys: readonly string[]): Promise<Result<void, string>> {
    return this.#told(async () => {
      for (let from = 0; from < keys.length; from += MAX_IN_REQUEST) {
        const Objects = keys.slice(from, from + MAX_IN_REQUEST).map((key) => ({ Key: this.#prefix + key }));
        const { Errors: [refused] = [] } = await this.#client.send(
          new DeleteObjectsCommand({ Bucket: this.#bucket, Delete: { Objects, Quiet: true } }),
        );
        if (refused !== undefined) throw new Error(refused.Code ?? 'an object could not be removed');
      }
    });
  }

  close(): void {
    this.#client.destroy();
  }

  #at(key: string): { readonly Bucket: string; readonly Key: string } {
    return { Bucket: this.#bucket, Key: this.#prefix + key };
  }

  async #told<T>(work: () => Promise<T>): Promise<Result<T, string>> {
    try {
      return ok(await work());
    } catch (error) {
      return fail(reasonOf(error));
    }
  }
}

/** Names what failed. Messages of the SDK name hosts and buckets, never keys or their secrets. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message = error.message === '' || error.message === 'UnknownError' ? '' : `: ${error.message}`;
  const [line = ''] = `${error.name}${message}`.split('\n');
  return `the bucket does not take the request (${line})`;
}
