import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Kept } from '#shared/protocol/disk.js';
import { clearing } from './disk/clearing.js';
import type { DiskNotes } from './disk/disk-alarm.js';

/** A file that is replaced as a whole: a crash leaves the old one or the new one. */
export class WholeFile {
  readonly #path: string;
  readonly #what: Kept;
  readonly #disk: DiskNotes;
  #latest = '';
  #written: string | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(path: string, what: Kept, disk: DiskNotes) {
    this.#path = path;
    this.#what = what;
    this.#disk = disk;
  }

  /**
   * Settles when this text, or a later one, is in the file; those between need not be written. Rejects when the disk
   * does not take it.
   */
  write(text: string): Promise<void> {
    this.#latest = text;
    this.#last = this.#last.catch(() => undefined).then(() => this.#flush());
    return this.#last;
  }

  /** The same for a file that the game goes on without: a disk that does not take it is reported, and never rejects. */
  keep(text: string): Promise<void> {
    return this.write(text).then(
      () => this.#disk.worked(this.#what),
      (error: unknown) => this.#disk.failed(this.#what, error),
    );
  }

  async #flush(): Promise<void> {
    const text = this.#latest;
    if (text === this.#written) return;
    await clearing(this.#disk, this.#what, this.#path, () => replaceFile(this.#path, text));
    this.#written = text;
  }
}

/**
 * Replaces the file as a whole: who reads it sees the old text or the new one, with `flush` after a power cut too. Rejects
 * when the disk does not take it.
 */
export async function replaceFile(path: string, text: string, flush = false): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.new`;
  await writeFile(fresh, text, { flush });
  await rename(fresh, path);
}
