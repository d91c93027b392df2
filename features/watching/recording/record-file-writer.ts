import { ftruncateSync } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { readKeptFile } from '#shared/core/disk/read-file.js';
import type { StoredFileKind } from '#shared/protocol/disk.js';
import type { RecordHead } from '#shared/protocol/spectator/recording-format.js';
import type { DiskReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { replaceFile, retryAfterClearing } from '../../../proxy/games/disk/stored-files.js';
import { MAX_HEADER_BYTES, readRecords } from './record.js';
import type { RecordWriting } from './record-thread.js';

/** A file of one header line and records. */
interface RecordFile {
  readonly file: string;
  /** What the file holds, for reports about the disk. */
  readonly what: StoredFileKind;
  readonly disk: DiskReporter;
  /** Throws when the first line is not that of a file that can be continued. */
  checkHeader(line: string): void;
}

/**
 * End of the last whole record, in bytes, so that the file can be continued; undefined when there is no record. A damaged
 * file is put aside and replaced by the whole records at its start. Throws when the disk cannot read the file.
 */
async function findUsableEnd(records: RecordFile): Promise<number | undefined> {
  const { file, what, disk } = records;
  const read = await readKeptFile(file);
  if (read.kind === 'missing') return undefined;
  if (read.kind === 'inaccessible') throw new Error(`the ${what} cannot be read now: ${read.reason}`);
  const found = read.kind === 'damaged' ? { end: 0, damage: read.reason } : inspect(records, read.bytes);
  if (found.damage !== undefined) {
    const lost = found.end === 0 ? `the ${what} until now` : `the ${what} after its first ${found.end} bytes`;
    disk.quarantine(what, { file, reason: found.damage, lost });
    if (read.kind === 'read' && found.end > 0)
      await replaceFile(file, read.bytes.subarray(0, found.end), disk);
  }
  return found.end === 0 ? undefined : found.end;
}

/** A record torn by a crash is small; a longer rest is put aside for a person to look at. */
const MAX_TORN_BYTES = 1 << 20;

/** `damage` is undefined for what a crash may leave: a torn record at the end, or a torn first line. */
function inspect({ checkHeader }: RecordFile, bytes: Buffer): { end: number; damage?: string } {
  const lineEnd = bytes.indexOf('\n');
  const line = bytes.toString('utf8', 0, lineEnd < 0 ? MAX_HEADER_BYTES : lineEnd);
  if (lineEnd < 0 && HEADER_START.startsWith(line.slice(0, HEADER_START.length))) return { end: 0 };
  try {
    checkHeader(line);
  } catch (error) {
    return { end: 0, damage: diskReason(error) };
  }
  const { end, isTorn } = readRecords(bytes.subarray(lineEnd + 1), lineEnd + 1);
  const rest = bytes.length - end;
  if (rest === 0 || (isTorn && rest <= MAX_TORN_BYTES)) return { end };
  return { end, damage: `its last ${rest} bytes are no records` };
}

const HEADER_START = '{"format":"freeciv-';

/** The file, and what to do when it is new or of an older version. */
export interface RecordFileWriterOptions extends RecordFile {
  readonly writing: RecordWriting;
  /** The first line of a new file. */
  readonly header: object;
  /** Raises the version of an existing file before it is continued. */
  upgrade?(file: string): Promise<void>;
}

/**
 * Appends records to a file. When an existing file is continued, a torn end is cut off; a damaged file is put aside. The
 * caller makes one call at a time.
 */
export class RecordFileWriter {
  readonly #options: RecordFileWriterOptions;
  #file: FileHandle | undefined;
  #isInSegment = false;
  #bytes = 0;

  constructor(options: RecordFileWriterOptions) {
    this.#options = options;
  }

  /** True when an update can be appended; else the next record must begin a segment. */
  get isInSegment(): boolean {
    return this.#isInSegment;
  }

  /** Size of the file in bytes while it is open. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Opens the file, as the first `append` does. Rejects when the disk refuses. */
  async open(): Promise<void> {
    this.#file ??= await this.#open();
  }

  /**
   * Appends a record; `text` ends with a newline, and `hashed` is as in RecordJob. All kinds but `update` begin a segment.
   * Rejects when the disk refuses.
   */
  async append(head: RecordHead, text: string, hashed?: string): Promise<void> {
    this.#file ??= await this.#open();
    const { file: path, what, disk, writing } = this.#options;
    const descriptor = this.#file.fd;
    this.#bytes += await writing.append({ descriptor, path, what, head, text, hashed }, disk);
    this.#isInSegment = true;
  }

  /** Closes the file; the next `append` opens it again and begins another segment. */
  async release(): Promise<void> {
    this.#isInSegment = false;
    const file = this.#file;
    this.#file = undefined;
    await file?.close();
  }

  async #open(): Promise<FileHandle> {
    const { file: path, header, what, disk, upgrade } = this.#options;
    disk.checkOwned();
    const end = await findUsableEnd(this.#options);
    disk.checkOwned();
    if (end !== undefined) await upgrade?.(path);
    const file = await retryAfterClearing(disk, what, path, async () => {
      await mkdir(dirname(path), { recursive: true });
      return open(path, 'a');
    });
    try {
      // A new owner may have written on what was read above.
      disk.checkOwned();
      ftruncateSync(file.fd, end ?? 0);
      this.#bytes = end ?? 0;
      if (end === undefined) await file.appendFile(`${JSON.stringify(header)}\n`);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }
}
