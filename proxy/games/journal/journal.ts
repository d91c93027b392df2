import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DiskNotes } from '../disk/disk-alarm.js';
import { type JournalEntry, readEntry, writeEntry } from './journal-entry.js';

/** No turn of agents at their rate limit comes near; it bounds the disk a broken one can take. */
const MOST_BYTES_A_TURN = 64 << 20;

interface OpenTurn {
  readonly turn: number;
  readonly descriptor: number;
  bytes: number;
  /** The last line may not be whole. */
  isCut: boolean;
}

/**
 * What was done in each turn since its save, one file a turn, one line an entry. Written at once, not in the background:
 * an action is acknowledged only after its entry is with the operating system, so it outlives our process. All turns are
 * kept: with them the whole game can be played again.
 */
export class Journal {
  readonly #folder: string;
  readonly #disk: DiskNotes;
  #open: OpenTurn | undefined;

  constructor(folder: string, disk: DiskNotes) {
    this.#folder = folder;
    this.#disk = disk;
  }

  /** A full disk does not stop the game: it goes on, and only what is written here can be brought back. */
  add(turn: number, entry: JournalEntry): void {
    try {
      const open = this.#openFor(turn);
      // A line break in front when the last line was cut off by a full disk.
      const bytes = Buffer.from(`${open.isCut ? '\n' : ''}${writeEntry(entry)}`);
      open.bytes += bytes.length;
      if (open.bytes > MOST_BYTES_A_TURN) throw new Error('the journal of this turn is full');
      open.isCut = true;
      if (writeSync(open.descriptor, bytes) < bytes.length) throw new Error('the disk is full');
      open.isCut = false;
      this.#disk.worked('journal');
    } catch (error) {
      this.#disk.failed('journal', error);
    }
  }

  /** The entries of a turn in order; none when there is no journal of it. */
  async read(turn: number): Promise<readonly JournalEntry[]> {
    const text = await readFile(this.file(turn), 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => readEntry(line) ?? []);
  }

  /** The turns that have a journal, in order. */
  async turns(): Promise<readonly number[]> {
    const names = await readdir(this.#folder).catch(() => []);
    return names
      .flatMap((name) => /^T(\d+)\.jsonl$/.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((a, b) => a - b);
  }

  /** Where the entries of that turn are. */
  file(turn: number): string {
    return join(this.#folder, `T${String(turn).padStart(5, '0')}.jsonl`);
  }

  close(): void {
    if (this.#open !== undefined) closeSync(this.#open.descriptor);
    this.#open = undefined;
  }

  #openFor(turn: number): OpenTurn {
    if (this.#open?.turn === turn) return this.#open;
    this.close();
    mkdirSync(this.#folder, { recursive: true });
    this.#open = { turn, descriptor: openSync(this.file(turn), 'a'), bytes: 0, isCut: true };
    return this.#open;
  }
}
