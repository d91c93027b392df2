import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { clearing } from '../games/disk/obstructions.js';
import { type RecordHead, writeRecord } from './record.js';
import { StretchDeflate } from './stretch-deflate.js';
import { type RecordsFile, usableEnd } from './usable-end.js';

export interface AppenderOptions extends RecordsFile {
  /** The first line of a file that is begun. */
  readonly header: object;
  /** Makes a file that is there one that can be gone on with. */
  prepare?(file: string): Promise<void>;
}

/**
 * A file of records that only grows. What a crash tore at its end is cut when it goes on; a damaged file is put aside. One
 * call at a time.
 */
export class RecordAppender {
  readonly #options: AppenderOptions;
  #file: FileHandle | undefined;
  #stretch: StretchDeflate | undefined;
  #bytes = 0;

  constructor(options: AppenderOptions) {
    this.#options = options;
  }

  /** Whether a record can go on where the one before it ended; else one must begin a stretch. */
  get isInStretch(): boolean {
    return this.#stretch !== undefined;
  }

  /** Of the file, as long as it is open. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Opens the file, as the first record does. Rejects when the disk does not give it. */
  async prepare(): Promise<void> {
    this.#file ??= await this.#open();
  }

  /** `text` ends with its line. All kinds but updates begin a stretch. Rejects when the disk does not take it. */
  async append(head: RecordHead, text: string): Promise<void> {
    this.#file ??= await this.#open();
    if (head.kind !== 'update') {
      await this.#checkPlace(this.#file);
      this.#stretch?.close();
      this.#stretch = new StretchDeflate();
    }
    const payload = await this.#stretch?.compress(text);
    if (payload === undefined) throw new Error('a record outside of any stretch');
    const record = writeRecord(head, payload);
    await this.#file.appendFile(record);
    this.#bytes += record.length;
  }

  /** What follows begins another stretch, in the same file. */
  async release(): Promise<void> {
    this.#stretch?.close();
    this.#stretch = undefined;
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  /** Somebody may have removed or replaced the file: what is written to it then is lost. */
  async #checkPlace(file: FileHandle): Promise<void> {
    const { file: path, what } = this.#options;
    const [open, there] = [await file.stat(), await stat(path).catch(() => undefined)];
    if (open.ino !== there?.ino) throw new Error(`the ${what} was removed or replaced while it was written`);
  }

  async #open(): Promise<FileHandle> {
    const { file: path, header, what, disk, prepare } = this.#options;
    const end = await usableEnd(this.#options);
    if (end !== undefined) await prepare?.(path);
    const file = await clearing(disk, what, path, async () => {
      await mkdir(dirname(path), { recursive: true });
      return open(path, 'a');
    });
    await file.truncate(end ?? 0);
    this.#bytes = end ?? 0;
    if (end === undefined) await file.appendFile(`${JSON.stringify(header)}\n`);
    return file;
  }
}
