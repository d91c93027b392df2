import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { filesBelow } from '#shared/core/disk/files-below.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ObjectEntry, ObjectStore } from '#shared/store/object-store.js';

/** A store whose objects are files of a folder. An object is renamed into its place, so that no reader sees a part of it. */
export class FolderObjects implements ObjectStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = resolve(folder);
  }

  put(key: string, bytes: Uint8Array): Promise<Result<void, string>> {
    return resultOf(async () => {
      const file = this.#fileOf(key);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, bytes, { mode: 0o600, flush: true });
      await rename(`${file}.part`, file);
    });
  }

  get(key: string): Promise<Result<Buffer | undefined, string>> {
    return resultOf(async () => {
      try {
        return await readFile(this.#fileOf(key));
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return undefined;
        throw error;
      }
    });
  }

  list(prefix: string, max = Number.POSITIVE_INFINITY): Promise<Result<readonly ObjectEntry[], string>> {
    return resultOf(async () => {
      const keys = (await filesBelow(this.#folder))
        .filter((key) => key.startsWith(prefix))
        .toSorted()
        .slice(0, max);
      return Promise.all(keys.map((key) => this.#entryOf(key)));
    });
  }

  remove(keys: readonly string[]): Promise<Result<void, string>> {
    return resultOf(async () => {
      await Promise.all(keys.map((key) => rm(this.#fileOf(key), { force: true })));
    });
  }

  close(): void {
    // Nothing is open.
  }

  async #entryOf(key: string): Promise<ObjectEntry> {
    const { size, mtimeMs } = await stat(this.#fileOf(key));
    const tag = createHash('sha256').update(`${size} ${mtimeMs}`).digest('hex');
    return { key, bytes: size, tag };
  }

  #fileOf(key: string): string {
    const file = resolve(this.#folder, key);
    if (!file.startsWith(this.#folder + sep)) throw new Error('the key leads out of the folder');
    return file;
  }
}

async function resultOf<T>(work: () => Promise<T>): Promise<Result<T, string>> {
  try {
    return ok(await work());
  } catch (error) {
    return fail(diskReason(error));
  }
}
