import { closeSync, constants, openSync, readdirSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { readKeptFileSync } from '#shared/core/disk/read-file.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { inFolderOf, retryAfterClearingSync } from '../disk/stored-files.js';
import { readLines } from './journal-file.js';

/** Wide enough for any number, so that the file is overwritten in place: that works on a full disk too. */
const DIGITS = 15;

/** The numbers of a journal's entries. A file of its own holds the last one, so that a cut end is noticed. */
export class EntryNumbers {
  readonly #folder: string;
  readonly #file: string;
  readonly #disk: DiskReporter;
  #last: number | undefined;
  #descriptor: number | undefined;

  constructor(folder: string, disk: DiskReporter) {
    this.#folder = folder;
    this.#file = join(folder, 'last.json');
    this.#disk = disk;
  }

  /** The last that was used; 0 before the first. */
  get last(): number {
    this.#last ??= Math.max(this.#onFile(), this.#inNewest());
    return this.#last;
  }

  next(): number {
    this.#last = this.last + 1;
    return this.#last;
  }

  /** Writes down that this number is used. A disk that does not take it costs only the notice of a cut end. */
  persist(number: number): void {
    try {
      this.#descriptor ??= retryAfterClearingSync(this.#disk, 'journal', this.#file, () =>
        // Never emptied: on a full disk what was there could not be written again.
        inFolderOf(this.#file, () => openSync(this.#file, constants.O_RDWR | constants.O_CREAT, 0o600)),
      );
      this.#disk.checkOwned();
      writeSync(this.#descriptor, `{"last":${String(number).padStart(DIGITS)}}\n`, 0);
    } catch {
      this.close();
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #onFile(): number {
    const read = readKeptFileSync(this.#file);
    const [, last] = /^\{"last": *(\d+)\}/.exec(read.kind === 'read' ? read.bytes.toString() : '') ?? [];
    return Number(last ?? 0);
  }

  /** Of the newest turn that has numbered entries. */
  #inNewest(): number {
    for (const name of this.#names()) {
      const read = readKeptFileSync(join(this.#folder, name));
      const texts = read.kind === 'read' ? read.bytes.toString('utf8').split('\n') : [];
      const { lines } = readLines(texts, 0);
      const last = lines.reduce((highest, { number = 0 }) => Math.max(highest, number), 0);
      if (last > 0) return last;
    }
    return 0;
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => /^T\d+\.jsonl$/.test(name))
        .sort()
        .toReversed();
    } catch {
      return [];
    }
  }
}
