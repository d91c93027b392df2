import { readKeptFile } from '#shared/core/disk/read-file.js';
import { type JournalLine, parseEntry } from './journal-entry.js';

/** No turn of agents at their rate limit comes near; it bounds the disk a broken one can take. */
export const MAX_TURN_BYTES = 64 << 20;

/** A turn's file of a journal. */
export interface JournalFile {
  readonly lines: readonly JournalLine[];
  /** Why lines of it are lost; undefined when all that was written can be read. */
  readonly damage: string | undefined;
  /** False when there is no such file. */
  readonly exists: boolean;
  /** Lines that cannot be read. */
  readonly unreadable: number;
}

/** What can be read of a turn's file; a string says why the disk does not give it now. */
export async function readJournalFile(path: string): Promise<JournalFile | string> {
  const read = await readKeptFile(path, 2 * MAX_TURN_BYTES);
  if (read.kind === 'inaccessible') return read.reason;
  if (read.kind === 'missing') return { lines: [], damage: undefined, exists: false, unreadable: 0 };
  if (read.kind === 'damaged') return { lines: [], damage: read.reason, exists: true, unreadable: 0 };
  const texts = read.bytes
    .toString('utf8')
    .split('\n')
    .filter((text) => text !== '');
  const lines = texts.flatMap((text) => parseEntry(text) ?? []);
  const unreadable = texts.length - lines.length;
  const damage = unreadable === 0 ? undefined : `${unreadable} of ${texts.length} lines cannot be read`;
  return { lines, damage, exists: true, unreadable };
}
