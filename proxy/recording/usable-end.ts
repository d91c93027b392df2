import { writeFile } from 'node:fs/promises';
import { readKeptFile } from '#shared/core/disk/read-file.js';
import type { Kept } from '#shared/protocol/disk.js';
import type { DiskNotes } from '../games/disk/disk-alarm.js';
import { readRecords } from './record.js';

export interface RecordsFile {
  readonly file: string;
  readonly what: Kept;
  readonly disk: DiskNotes;
  /** Throws when the first line is not that of a file that can be gone on with. */
  checkHeader(line: string): void;
}

/**
 * Where the last whole record of a file ends, so that it can be gone on with; undefined when there is none. A file that
 * is damaged is put aside, and the whole records at its beginning take its place. Throws when the disk does not give it
 * now.
 */
export async function usableEnd(records: RecordsFile): Promise<number | undefined> {
  const { file, what, disk } = records;
  const read = await readKeptFile(file);
  if (read.kind === 'missing') return undefined;
  if (read.kind === 'inaccessible') throw new Error(`the ${what} cannot be read now: ${read.reason}`);
  const found = read.kind === 'damaged' ? { end: 0, damage: read.reason } : look(records, read.bytes);
  if (found.damage !== undefined) {
    const lost = found.end === 0 ? `the ${what} until now` : `the ${what} after its first ${found.end} bytes`;
    disk.putAside(what, { file, reason: found.damage, lost });
    if (read.kind === 'read' && found.end > 0) await writeFile(file, read.bytes.subarray(0, found.end));
  }
  return found.end === 0 ? undefined : found.end;
}

/** A record that a crash has torn is small; more than that is looked at by a person. */
const MAX_TORN_BYTES = 1 << 20;

/** `damage` says what is wrong beside what a crash leaves: a torn record at the end, or a torn first line. */
function look({ checkHeader }: RecordsFile, bytes: Buffer): { end: number; damage?: string } {
  const lineEnd = bytes.indexOf('\n');
  const line = bytes.toString('utf8', 0, lineEnd < 0 ? MAX_HEADER_BYTES : lineEnd);
  if (lineEnd < 0 && HEADER_BEGINNING.startsWith(line.slice(0, HEADER_BEGINNING.length))) return { end: 0 };
  try {
    checkHeader(line);
  } catch (error) {
    return { end: 0, damage: error instanceof Error ? error.message : String(error) };
  }
  const { end, isTorn } = readRecords(bytes.subarray(lineEnd + 1), lineEnd + 1);
  const rest = bytes.length - end;
  if (rest === 0 || (isTorn && rest <= MAX_TORN_BYTES)) return { end };
  return { end, damage: `its last ${rest} bytes are no records` };
}

const MAX_HEADER_BYTES = 4096;
const HEADER_BEGINNING = '{"format":"freeciv-';
