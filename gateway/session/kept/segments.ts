import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of a journal, `1.jsonl`, `2.jsonl` and so on, of which the last is written. Written at once and without
 * waiting for the disk: what is written outlives the process, not a loss of power. Throws what the file system says.
 */
export class Segments {
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

  /** The lines of all segments, in the order they were written. */
  *lines(): Generator<string> {
    for (const number of this.#numbers()) {
      for (const line of readFileSync(this.#path(number), 'utf8').split('\n')) if (line !== '') yield line;
    }
  }

  /** From now on a new segment is written. */
  next(): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    this.close();
    this.#number = Math.max(this.#number, ...this.#numbers()) + 1;
    // Session ids are half of what a resume needs: for our own eyes.
    this.#file = openSync(this.#path(this.#number), 'ax', 0o600);
    this.#bytes = 0;
  }

  append(text: string): void {
    if (this.#file === undefined) throw new Error('no segment is open');
    this.#bytes += writeSync(this.#file, text);
  }

  /** Removes all segments but the one being written. */
  dropOlder(): void {
    for (const number of this.#numbers()) if (number !== this.#number) rmSync(this.#path(number));
  }

  /** Removes everything. */
  dropAll(): void {
    this.close();
    rmSync(this.#folder, { recursive: true, force: true });
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

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
