import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { moveObstruction, quarantine } from '#shared/core/disk/quarantine.js';
import { namesIn, readKeptFileSync } from '#shared/core/disk/read-file.js';
import { removeEntry } from '#shared/core/disk/remove.js';

/** The result of reading a journal; see FileRead. */
type SegmentsRead =
  | { readonly kind: 'read'; readonly lines: readonly string[]; readonly torn: string }
  | { readonly kind: 'damaged' | 'inaccessible'; readonly reason: string };

/**
 * The files of a journal, `1.jsonl`, `2.jsonl` and so on; the last one is written. Writes are synchronous but not flushed to
 * the disk: they survive the process, not a loss of power. Throws the errors of the file system.
 */
export class JournalSegments {
  readonly #folder: string;
  #number = 0;
  #file: number | undefined;
  #bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Bytes in the segment being written. */
  get bytes(): number {
    return this.#bytes;
  }

  /**
   * The lines of all segments in the order they were written; `torn` is what follows the last line break.
   */
  read(): SegmentsRead {
    const reads = this.#numbers().map((number) => readKeptFileSync(this.#path(number)));
    const failed = reads.find((read) => read.kind !== 'read');
    if (failed !== undefined)
      return failed.kind === 'missing' ? { kind: 'damaged', reason: 'it is gone' } : failed;
    const texts = reads.map((read) => (read.kind === 'read' ? read.bytes.toString('utf8') : ''));
    const lines = texts.join('').split('\n');
    const torn = lines.pop() ?? '';
    return { kind: 'read', lines: lines.filter((line) => line !== ''), torn };
  }

  /** Renames all segments, so that a person can look at them. */
  quarantine(): void {
    for (const number of this.#numbers()) quarantine(this.#path(number));
  }

  /** Renames a file that has the name of the folder. */
  moveObstruction(): void {
    moveObstruction(this.#path(1));
  }

  /** Begins a new segment. */
  startSegment(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.close();
    this.#number = Math.max(this.#number, ...this.#numbers()) + 1;
    // A session id is half of what a resume needs: only this user may read it.
    this.#file = openSync(this.#path(this.#number), 'ax', 0o600);
    this.#bytes = 0;
  }

  /** Writes text to the present segment. */
  append(text: string): void {
    if (this.#file === undefined) throw new Error('no segment is open');
    const bytes = Buffer.from(text);
    const written = writeSync(this.#file, bytes);
    this.#bytes += written;
    if (written < bytes.length) throw new Error('the disk is full');
  }

  /** Removes all segments but the one being written. */
  dropOlder(): void {
    for (const number of this.#numbers()) if (number !== this.#number) rmSync(this.#path(number));
  }

  /** Removes everything. */
  dropAll(): void {
    this.close();
    removeEntry(this.#folder);
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #numbers(): readonly number[] {
    const numbers = namesIn(this.#folder).flatMap((name) => /^(\d+)\.jsonl$/.exec(name)?.[1] ?? []);
    return numbers.map(Number).sort((a, b) => a - b);
  }

  #path(number: number): string {
    return join(this.#folder, `${number}.jsonl`);
  }
}
