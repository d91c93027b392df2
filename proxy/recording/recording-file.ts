import { open, stat } from 'node:fs/promises';
import type { Frame, FrameBody, RecordingHeader } from './frame.js';
import { readHeader } from './header.js';
import { readRecords } from './record.js';
import { RecordingIndex, type Stretch } from './recording-index.js';
import { inflateStretch } from './stretch-deflate.js';

/** No header comes near. */
const MOST_HEADER_BYTES = 4096;

/** A recording on disk, also while it is being written. What is torn at its end is not seen. */
export class RecordingFile {
  readonly #file: string;
  #index = new RecordingIndex();
  #header: RecordingHeader | undefined;
  #inode: number | undefined;
  #end = 0;
  #refreshing: Promise<boolean> | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  get index(): RecordingIndex {
    return this.#index;
  }

  get header(): RecordingHeader | undefined {
    return this.#header;
  }

  /** Where the last whole record ends; 0 before anything was read. */
  get end(): number {
    return this.#end;
  }

  /** Takes in what was written since. False when there is no recording; rejects when it is of another version. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#takeIn().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #takeIn(): Promise<boolean> {
    await this.#notice();
    const bytes = await this.#read(this.#end);
    if (bytes === undefined) return false;
    let records = bytes;
    if (this.#header === undefined) {
      const lineEnd = bytes.subarray(0, MOST_HEADER_BYTES).indexOf('\n');
      this.#header = lineEnd < 0 ? undefined : readHeader(bytes.toString('utf8', 0, lineEnd));
      if (this.#header === undefined) return false;
      this.#end = lineEnd + 1;
      records = bytes.subarray(this.#end);
    }
    const read = readRecords(records, this.#end);
    for (const record of read.records) this.index.add(record);
    this.#end = read.end;
    return true;
  }

  /** Forgets everything when it is another file by now: the game was deleted and made once more. */
  async #notice(): Promise<void> {
    const found = await stat(this.#file).catch(() => undefined);
    if (found?.ino === this.#inode && (found?.size ?? 0) >= this.#end) return;
    this.#inode = found?.ino;
    this.#index = new RecordingIndex();
    this.#header = undefined;
    this.#end = 0;
  }

  /** The frames of the stretch at that place of the index. */
  async framesIn(at: number): Promise<readonly Frame[]> {
    const stretch = this.index.stretches[at];
    if (stretch === undefined) return [];
    const text = inflateStretch(await this.#payloads(stretch));
    const lines = text.split('\n');
    return stretch.map((head, line) => ({ head, body: readBody(lines[line] ?? '') }));
  }

  /** Bytes of the file as they are, fewer at its end; undefined when there is no such file. */
  bytes(from: number, length: number): Promise<Buffer | undefined> {
    return this.#read(from, length);
  }

  async #payloads(stretch: Stretch): Promise<Buffer> {
    const last = stretch.at(-1) ?? stretch[0];
    const start = stretch[0].offset;
    const bytes = await this.#read(start, last.offset + last.length - start);
    if (bytes === undefined) throw new Error(`the recording ${this.#file} has gone`);
    return Buffer.concat(
      stretch.map(({ offset, length }) => bytes.subarray(offset - start, offset - start + length)),
    );
  }

  /** Bytes from there on; undefined when there is no such file. */
  async #read(from: number, length?: number): Promise<Buffer | undefined> {
    await using file = await openFile(this.#file);
    if (file === undefined) return undefined;
    const wanted = length ?? (await file.handle.stat()).size - from;
    const { buffer, bytesRead } = await file.handle.read(Buffer.alloc(Math.max(0, wanted)), {
      position: from,
    });
    return buffer.subarray(0, bytesRead);
  }
}

async function openFile(path: string) {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return handle && { handle, [Symbol.asyncDispose]: () => handle.close() };
}

function readBody(line: string): FrameBody {
  return JSON.parse(line);
}
