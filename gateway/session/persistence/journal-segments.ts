import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { moveObstruction, quarantine } from '#shared/core/disk/quarantine.js';
import { namesIn, readKeptFileSync } from '#shared/core/disk/read-file.js';
import { removeEntry } from '#shared/core/disk/remove.js';

type SegmentsRead =
  | { readonly kind: 'read'; readonly lines: readonly string[]; readonly torn: string }
  | { readonly kind: 'damaged' | 'inaccessible'; readonly reason: string };

/** The files `1.jsonl`, `2.jsonl` ... of a journal. Synchronous without fsync: they survive the process, not a loss of power. */
export class JournalSegments {
  readonly #folder: string;
  #number = 0;
  #file: number | undefined;
  #bytes = 0;
  #held = '';

  constructor(folder: string) {
    this.#folder = folder;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The lines of all segments in order; `torn` is what follows the last line break. */
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

  startSegment(): void {
    this.flush();
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.close();
    this.#number = Math.max(this.#number, ...this.#numbers()) + 1;
    // A session id is half of what a resume needs: only this user may read it.
    this.#file = openSync(this.#path(this.#number), 'ax', 0o600);
    this.#bytes = 0;
  }

  append(text: string): void {
    if (this.#file === undefined) throw new Error('no segment is open');
    const bytes = Buffer.from(this.#held + text);
    this.#held = '';
    const written = writeSync(this.#file, bytes);
    this.#bytes += written;
    if (written < bytes.length) throw new Error('the disk is full');
  }

  /** Keeps text that is written before the next, or by `flush`. */
  hold(text: string): void {
    this.#held += text;
  }

  get isHolding(): boolean {
    return this.#held !== '';
  }

  /** Writes what is held. */
  flush(): void {
    if (this.isHolding) this.append('');
  }

  /** Removes all segments but the one being written. */
  dropOlder(): void {
    for (const number of this.#numbers()) if (number !== this.#number) rmSync(this.#path(number));
  }

  dropAll(): void {
    this.#held = '';
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
