import { open, stat } from 'node:fs/promises';
import type {
  FrameBody,
  RecordedView,
  RecordingFrame,
  RecordingHeader,
} from '#shared/protocol/spectator/recording-format.js';
import { RecordingIndex, type RecordingSegment } from '#shared/protocol/spectator/recording-index.js';
import { inflateSegment, MAX_HEADER_BYTES, readRecords } from './record.js';
import { readRecordingHeader } from './recording-format.js';

/** Reads a recording file, also while it is being written. A torn record at the end is ignored. */
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

  /** The first line; undefined before the first successful `refresh`. */
  get header(): RecordingHeader | undefined {
    return this.#header;
  }

  /** End of the last whole record in bytes; 0 before anything was read. */
  get end(): number {
    return this.#end;
  }

  /** Reads what was written since the last call. False when there is no recording; rejects for an unknown version. */
  refresh(): Promise<boolean> {
    this.#refreshing ??= this.#readNew().finally(() => {
      this.#refreshing = undefined;
    });
    return this.#refreshing;
  }

  async #readNew(): Promise<boolean> {
    await this.#resetIfReplaced();
    const bytes = await this.#read(this.#end);
    if (bytes === undefined) return false;
    let records = bytes;
    if (this.#header === undefined) {
      const lineEnd = bytes.subarray(0, MAX_HEADER_BYTES).indexOf('\n');
      this.#header = lineEnd < 0 ? undefined : readRecordingHeader(bytes.toString('utf8', 0, lineEnd));
      if (this.#header === undefined) return false;
      this.#end = lineEnd + 1;
      records = bytes.subarray(this.#end);
    }
    const read = readRecords(records, this.#end);
    for (const record of read.records) this.index.add(record);
    this.#end = read.end;
    return true;
  }

  /** Starts again when the file is another one: its game was deleted and created anew. */
  async #resetIfReplaced(): Promise<void> {
    const found = await stat(this.#file).catch(() => undefined);
    if (found?.ino === this.#inode && (found?.size ?? 0) >= this.#end) return;
    this.#inode = found?.ino;
    this.#index = new RecordingIndex();
    this.#header = undefined;
    this.#end = 0;
  }

  /** The frames of the segment with that index. */
  async framesIn(at: number): Promise<readonly RecordingFrame[]> {
    const segment = this.index.segments[at];
    if (segment === undefined) return [];
    const text = inflateSegment(await this.#payloads(segment));
    const lines = text.split('\n');
    return segment.map((head, line) => ({ head, body: readBody(lines[line] ?? '') }));
  }

  /** Raw bytes of the file, fewer at its end; undefined when there is no file. */
  bytes(from: number, length: number): Promise<Buffer | undefined> {
    return this.#read(from, length);
  }

  async #payloads(segment: RecordingSegment): Promise<Buffer> {
    const last = segment.at(-1) ?? segment[0];
    const start = segment[0].offset;
    const bytes = await this.#read(start, last.offset + last.length - start);
    if (bytes === undefined) throw new Error(`the recording ${this.#file} has gone`);
    return Buffer.concat(
      segment.map(({ offset, length }) => bytes.subarray(offset - start, offset - start + length)),
    );
  }

  /** Bytes from an offset on; undefined when there is no file. */
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

/** The view that a recording file holds; undefined when the file is not a recording. */
export async function viewIn(file: string): Promise<RecordedView | undefined> {
  const recording = new RecordingFile(file);
  return (await recording.refresh().catch(() => false)) ? recording.header?.view : undefined;
}
