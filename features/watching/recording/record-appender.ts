import { fstatSync, statSync, writeSync } from 'node:fs';
import type { RecordHead } from '#shared/protocol/spectator/recording-format.js';
import { deflatePart, encodeRecord } from './record.js';
import { factsHash } from './recording-format.js';

/** A record that is to be appended: strings and numbers, which cost little to give to another thread. */
export interface RecordJob {
  /** Of the file, open for appending. */
  readonly descriptor: number;
  /** Where the file must still be. */
  readonly path: string;
  /** What the file holds, for errors. */
  readonly what: string;
  readonly head: RecordHead;
  /** Ends with a newline. */
  readonly text: string;
  /** What the hash is of that is added to `text`, which is one line then, see factsOf. */
  readonly hashed?: string | undefined;
}

/** Compresses records and appends them to their files, at once. */
export class RecordAppender {
  /** By descriptor: the end of the text of the segment that continues. */
  readonly #windows = new Map<number, Buffer>();

  /** Answers the bytes that were appended. Throws when the disk refuses; the file then needs a record that begins a segment. */
  append(job: RecordJob): number {
    const { descriptor, head } = job;
    const before = head.kind === 'update' ? this.#windows.get(descriptor) : Buffer.alloc(0);
    this.#windows.delete(descriptor);
    if (before === undefined) throw new Error('a record outside of any segment');
    if (head.kind !== 'update') checkPlace(job);
    const { payload, window } = deflatePart(Buffer.from(textOf(job)), before);
    const record = encodeRecord(head, payload);
    for (let at = 0; at < record.length; ) at += writeSync(descriptor, record, at);
    this.#windows.set(descriptor, window);
    return record.length;
  }
}

/** Throws when the file was removed or replaced: what is written to it then would be lost. */
function checkPlace({ descriptor, path, what }: RecordJob): void {
  if (fstatSync(descriptor).ino !== statSync(path, { throwIfNoEntry: false })?.ino)
    throw new Error(`the ${what} was removed or replaced while it was written`);
}

function textOf({ text, hashed }: RecordJob): string {
  if (hashed === undefined) return text;
  return `${text.slice(0, text.lastIndexOf('}'))},"hash":"${factsHash(hashed)}"}\n`;
}
