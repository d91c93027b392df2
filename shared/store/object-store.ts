import type { Result } from '../core/result.js';

/** An object of a bucket, without its bytes. */
export interface ObjectEntry {
  readonly key: string;
  readonly bytes: number;
  /** Changes whenever the bytes do. */
  readonly tag: string;
}

/** Byte strings in a bucket below STORAGE_URL's prefix. Calls are bounded; failures are sentences without credentials. */
export interface ObjectStore {
  /** Stores the bytes under the key, in place of what is there. After a failure they may be stored all the same. */
  put(key: string, bytes: Uint8Array): Promise<Result<void, string>>;
  /** Undefined when there is no such object. */
  get(key: string): Promise<Result<Buffer | undefined, string>>;
  /** The objects whose keys begin with `prefix`, in the order of their keys; at most `max` of them. */
  list(prefix: string, max?: number): Promise<Result<readonly ObjectEntry[], string>>;
  /** Removes objects; those that are not there count as removed. */
  remove(keys: readonly string[]): Promise<Result<void, string>>;
  close(): void;
}
