import type { DiskReporter } from '../disk/disk-monitor.js';
import type { GameRecord } from '../disk/game-record.js';
import { writeRecord } from '../disk/record-file.js';

/** What of a record changes while the game is played; what is undefined is not there any more. */
export interface RecordChange {
  readonly phase?: GameRecord['phase'];
  readonly paused?: GameRecord['paused'];
  readonly timeLeft?: GameRecord['timeLeft'];
  readonly seats?: GameRecord['seats'];
  readonly shown?: GameRecord['shown'];
  readonly ended?: GameRecord['ended'];
  readonly missing?: GameRecord['missing'];
  readonly loadingDraws?: number;
  readonly isLive?: boolean;
}

/** The record of a game as it is now, written to its file after each change. */
export class RecordStore {
  readonly #file: string;
  readonly #disk: DiskReporter;
  #current: GameRecord;
  #written: Promise<void> = Promise.resolve();
  #isClosed = false;

  constructor(file: string, record: GameRecord, disk: DiskReporter) {
    this.#file = file;
    this.#current = record;
    this.#disk = disk;
  }

  get current(): GameRecord {
    return this.#current;
  }

  /** Resolves when the file has it. A disk that does not take it is logged: the game itself goes on. */
  update(change: RecordChange): Promise<void> {
    this.#current = { ...this.#current, ...change };
    const record = this.#current;
    if (this.#isClosed) return this.#written;
    this.#written = this.#written
      .then(() => writeRecord(this.#file, record, this.#disk))
      .then(
        () => this.#disk.writeSucceeded('record'),
        (error: unknown) => this.#disk.writeFailed('record', error),
      );
    return this.#written;
  }

  /** Later changes are not written: the game is deleted, and its file with it. Resolves when the file is left alone. */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#written;
  }

  /** Resolves when all changes are in the file. */
  get written(): Promise<void> {
    return this.#written;
  }
}
