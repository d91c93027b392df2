import { closeSync, fstatSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { retryAfterClearingSync } from '../disk/stored-files.js';
import { EntryNumbers } from './entry-numbers.js';
import {
  formatEntry,
  type JournalEntry,
  type JournalFile,
  MAX_TURN_BYTES,
  readJournalFile,
} from './journal-file.js';

interface OpenTurn {
  readonly turn: number;
  readonly descriptor: number;
  /** Of the file that was opened. */
  readonly inode: number;
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
  readonly #disk: DiskReporter;
  readonly #numbers: EntryNumbers;
  #open: OpenTurn | undefined;

  constructor(folder: string, disk: DiskReporter) {
    this.#folder = folder;
    this.#disk = disk;
    this.#numbers = new EntryNumbers(folder, disk);
  }

  /**
   * Adds an entry. A full disk does not stop the game, but only written entries can be restored. The number of an entry
   * that could not be written stays used, so that a restore reports it as missing.
   */
  append(turn: number, entry: JournalEntry): void {
    const number = this.#numbers.next();
    try {
      this.#write(turn, formatEntry(entry, number));
      this.#disk.writeSucceeded('journal');
    } catch (error) {
      this.#disk.writeFailed('journal', error);
    }
    this.#numbers.persist(number);
  }

  /** The file of a turn; E123 when it cannot be read now. */
  async readFile(turn: number): Promise<Result<JournalFile>> {
    const file = await readJournalFile(this.path(turn));
    return typeof file === 'string' ? fail(inaccessible(file)) : ok(file);
  }

  /** The entries of a turn in order; none when there is no journal of it. */
  async entries(turn: number): Promise<Result<readonly JournalEntry[]>> {
    const file = await this.readFile(turn);
    return file.ok ? ok(file.value.lines.map(({ entry }) => entry)) : file;
  }

  /** The turns that have a journal, in order. */
  async turns(): Promise<Result<readonly number[]>> {
    try {
      const names = await readdir(this.#folder);
      const turns = names.flatMap((name) => /^T(\d+)\.jsonl$/.exec(name)?.[1] ?? []).map(Number);
      return ok(turns.sort((a, b) => a - b));
    } catch (error) {
      const isThere = !['ENOENT', 'ENOTDIR', 'ELOOP'].includes(errorCode(error) ?? '');
      return isThere ? fail(inaccessible(diskReason(error))) : ok([]);
    }
  }

  /** The number of the last entry that was added, as far as the disk knows. */
  get lastNumber(): number {
    return this.#numbers.last;
  }

  /** Where the entries of that turn are. */
  path(turn: number): string {
    return join(this.#folder, journalName(turn));
  }

  close(): void {
    if (this.#open !== undefined) closeSync(this.#open.descriptor);
    this.#open = undefined;
    this.#numbers.close();
  }

  #write(turn: number, line: string): void {
    const open = this.#openFor(turn);
    // A line break in front when the last line was cut off by a full disk.
    const bytes = Buffer.from(`${open.isCut ? '\n' : ''}${line}`);
    open.bytes += bytes.length;
    if (open.bytes > MAX_TURN_BYTES) throw new Error('the journal of this turn is full');
    open.isCut = true;
    if (writeSync(open.descriptor, bytes) < bytes.length) throw new Error('the disk is full');
    open.isCut = false;
  }

  #openFor(turn: number): OpenTurn {
    const path = this.path(turn);
    const there = statSync(path, { throwIfNoEntry: false });
    // Another file by now: somebody removed or replaced the one that is open.
    if (this.#open?.turn === turn && this.#open.inode === there?.ino) return this.#open;
    if (this.#open !== undefined) closeSync(this.#open.descriptor);
    this.#open = undefined;
    const descriptor = retryAfterClearingSync(this.#disk, 'journal', path, () => {
      mkdirSync(this.#folder, { recursive: true });
      return openSync(path, 'a');
    });
    this.#open = { turn, descriptor, inode: fstatSync(descriptor).ino, bytes: 0, isCut: true };
    return this.#open;
  }
}

/** The name of a turn's file. */
export function journalName(turn: number): string {
  return `T${String(turn).padStart(5, '0')}.jsonl`;
}

function inaccessible(reason: string) {
  return failure('E123', `The journal of the game cannot be read now: ${reason}`, {
    details: { retry_after: 5, disk: reason },
  });
}

/** The highest state version that an agent is known to have seen. E123 when the disk does not say now. */
export async function lastVersion(journal: Journal): Promise<Result<number>> {
  const turns = await journal.turns();
  if (!turns.ok) return turns;
  // They rise from turn to turn.
  for (const turn of turns.value.toReversed()) {
    const entries = await journal.entries(turn);
    if (!entries.ok) return entries;
    const versions = entries.value.map((entry) => ('version' in entry ? entry.version : 0));
    const last = versions.reduce((highest, version) => Math.max(highest, version), 0);
    if (last > 0) return ok(last);
  }
  return ok(0);
}
