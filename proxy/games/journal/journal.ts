import { closeSync, fstatSync, openSync, statSync, writeSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { diskReason, errorCode } from '#shared/core/disk/disk-error.js';
import { APPENDING } from '#shared/core/disk/read-file.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { JournalPlace } from '#shared/protocol/link-places.js';
import type { DiskReporter } from '../disk/disk-monitor.js';
import { inFolderOf, retryAfterClearingSync } from '../disk/stored-files.js';
import { lostToAnother, NotOwned } from '../disk/write-guard.js';
import { EntryNumbers } from './entry-numbers.js';
import {
  formatEntry,
  formatOwner,
  formatUnnumbered,
  type JournalEntry,
  type JournalFile,
  MAX_TURN_BYTES,
  readJournalFile,
} from './journal-file.js';

interface OpenTurn {
  readonly turn: number;
  readonly path: string;
  readonly descriptor: number;
  /** Of the file that was opened. */
  readonly inode: number;
  bytes: number;
  /** The last line may not be whole. */
  isCut: boolean;
}

/**
 * What was done in each turn, one file a turn, one line an entry. Written at once, not in the background: when an action is
 * acknowledged its entry is with the operating system, so it outlives our process, unless the disk did not take it. All turns
 * are kept: with them the whole game can be played again.
 */
export class Journal {
  readonly #folder: string;
  readonly #disk: DiskReporter;
  readonly #numbers: EntryNumbers;
  readonly #fence: number;
  #open: OpenTurn | undefined;
  #lastTurn: number | undefined;

  /** `fence` is that of the proxy that writes; 0 for one that only reads. */
  constructor(folder: string, disk: DiskReporter, fence = 0) {
    this.#folder = folder;
    this.#fence = fence;
    this.#disk = disk;
    this.#numbers = new EntryNumbers(folder, disk);
  }

  /** Adds an entry. What a full disk does not take keeps its number: a restore reports it as missing. */
  append(turn: number, entry: JournalEntry): void {
    const number = this.#numbers.next();
    this.#lastTurn = turn;
    this.#tryToWrite(turn, formatEntry(entry, number, this.#fence));
    this.#numbers.persist(number);
  }

  /** Adds an entry to a turn that may be over. It has no number and no fence, so that entries of later turns do not look missing or late. */
  amend(turn: number, entry: JournalEntry): void {
    this.#tryToWrite(turn, formatUnnumbered(entry));
  }

  /**
   * Makes this proxy the owner of the journal, before it is read: what an earlier one may still write does not count. It
   * writes to the newest turn, and to the one before while a turn changes. E123 when another proxy may own the game by now;
   * a disk that does not take the line is reported, and the game continues.
   */
  async own(): Promise<Result<void>> {
    const turns = await this.turns();
    if (!turns.ok) return turns;
    try {
      for (const turn of turns.value.slice(-2)) this.#write(turn, formatOwner(this.#fence));
    } catch (error) {
      if (error instanceof NotOwned) return fail(lostToAnother());
      this.#disk.writeFailed('journal', error);
    }
    return ok(undefined);
  }

  /** The file of a turn, after turns whose entries have that highest fence; E123 when it cannot be read now. */
  async readFile(turn: number, before = 0): Promise<Result<JournalFile>> {
    const file = await readJournalFile(this.path(turn), before);
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

  /** The last entry that was added here, whether the disk took it or not; undefined before the first. */
  get lastPlace(): Omit<JournalPlace, 'created'> | undefined {
    const turn = this.#lastTurn;
    return turn === undefined ? undefined : { fence: this.#fence, entry: this.#numbers.last, turn };
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

  #tryToWrite(turn: number, line: string): void {
    try {
      this.#write(turn, line);
      this.#disk.writeSucceeded('journal');
    } catch (error) {
      this.#disk.writeFailed('journal', error);
    }
  }

  #write(turn: number, line: string): void {
    const open = this.#openFor(turn);
    // A line break in front when the last line was cut off by a full disk.
    const bytes = Buffer.from(`${open.isCut ? '\n' : ''}${line}`);
    open.bytes += bytes.length;
    if (open.bytes > MAX_TURN_BYTES) throw new Error('the journal of this turn is full');
    this.#disk.checkOwned();
    open.isCut = true;
    if (writeSync(open.descriptor, bytes) < bytes.length) throw new Error('the disk is full');
    open.isCut = false;
  }

  #openFor(turn: number): OpenTurn {
    const path = this.#open?.turn === turn ? this.#open.path : this.path(turn);
    const there = statSync(path, { throwIfNoEntry: false });
    // Another file by now: somebody removed or replaced the one that is open.
    if (this.#open?.turn === turn && this.#open.inode === there?.ino) return this.#open;
    if (this.#open !== undefined) closeSync(this.#open.descriptor);
    this.#open = undefined;
    const descriptor = retryAfterClearingSync(this.#disk, 'journal', path, () =>
      inFolderOf(path, () => openSync(path, APPENDING)),
    );
    this.#open = { turn, path, descriptor, inode: fstatSync(descriptor).ino, bytes: 0, isCut: true };
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
