import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '#shared/log.js';
import { type JournalEntry, readEntry, writeEntry } from './journal-entry.js';

/** No turn of agents at their rate limit comes near; it bounds the disk a broken one can take. */
const MOST_BYTES_A_TURN = 64 << 20;

interface OpenTurn {
  readonly turn: number;
  readonly descriptor: number;
  bytes: number;
}

/**
 * What was done in each turn since its save, one file a turn, one line an entry. Written at once, not in the background:
 * an action is acknowledged only after its entry is with the operating system, so it outlives our process. All turns are
 * kept: with them the whole game can be played again.
 */
export class Journal {
  readonly #folder: string;
  readonly #logger: Logger;
  #open: OpenTurn | undefined;

  constructor(folder: string, logger: Logger) {
    this.#folder = folder;
    this.#logger = logger;
  }

  /** A full disk does not stop the game: it goes on, and only what is written here can be brought back. */
  add(turn: number, entry: JournalEntry): void {
    try {
      const open = this.#openFor(turn);
      const bytes = Buffer.from(writeEntry(entry));
      open.bytes += bytes.length;
      if (open.bytes > MOST_BYTES_A_TURN) throw new Error('the journal of this turn is full');
      writeSync(open.descriptor, bytes);
    } catch (error) {
      this.#logger.error({ err: error, turn }, 'the journal cannot be written; a restart would lose actions');
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
    this.#open = { turn, descriptor: openSync(this.file(turn), 'a'), bytes: 0 };
    return this.#open;
  }
}
