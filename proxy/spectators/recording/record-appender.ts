import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type RecordHead, writeRecord } from './record.js';
import { StretchDeflate } from './stretch-deflate.js';

export interface AppenderOptions {
  readonly file: string;
  /** The first line of a file that is begun. */
  readonly header: object;
  /** Where the last whole record of what is there ends; undefined when there is nothing to go on with. */
  endOfWhole(): Promise<number | undefined>;
}

/** A file of records that only grows. What a crash tore at its end is cut when it goes on. One call at a time. */
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

  /** `text` ends with its line. All kinds but updates begin a stretch. Rejects when the disk does not take it. */
  async append(head: RecordHead, text: string): Promise<void> {
    this.#file ??= await this.#open();
    if (head.kind !== 'update') {
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

  async #open(): Promise<FileHandle> {
    const { file: path, header, endOfWhole } = this.#options;
    await mkdir(dirname(path), { recursive: true });
    const end = await endOfWhole();
    const file = await open(path, 'a');
    await file.truncate(end ?? 0);
    this.#bytes = end ?? 0;
    if (end === undefined) await file.appendFile(`${JSON.stringify(header)}\n`);
    return file;
  }
}
