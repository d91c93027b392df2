import type { Logger } from '#shared/core/log.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import type { DiskReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { detach } from '../../../proxy/games/faults/game-bug.js';
import { RecordFileWriter } from '../recording/record-file-writer.js';
import type { RecordWriting } from '../recording/record-thread.js';
import { type DecisionLine, type DecisionsHeader, readDecisionsHeader } from './decisions-file.js';

/** The file of a decision log and its limits. */
export interface DecisionLogOptions {
  readonly file: string;
  readonly header: DecisionsHeader;
  /** Nothing more is written once the file has this size. */
  readonly maxBytes: number;
  readonly log: Logger;
  readonly gameId: string;
  /** Is told whether the file can be written, and whether it is damaged. */
  readonly disk: DiskReporter;
  readonly writing: RecordWriting;
}

/** Lines are collected for this long and written together: an agent run by a program does hundreds of things a second. */
const BATCH_MS = 60;
/** Characters that may wait for the disk; further lines are lost, which the file notes as a gap. */
const MAX_WAITING_CHARS = 16 << 20;
/** Characters in one compressed segment: a reader needs memory for at least that much. */
const MAX_SEGMENT_CHARS = 1 << 20;
/** Pause after a failed write: continuing the file reads the whole of it. */
const RETRY_MS = 5000;
/** The file is closed when nothing was added for this long. */
const IDLE_MS = 60_000;

/** Writes what one seat was shown and what it did. Append-only and compressed; `add` never waits for the disk. */
export class DecisionLog {
  readonly #options: DecisionLogOptions;
  readonly #order = new SerialQueue();
  readonly #writer: RecordFileWriter;
  #lines: string[] = [];
  #turn = 0;
  /** Characters that are not on disk yet. */
  #waiting = 0;
  #segmentChars = 0;
  #hasGap = false;
  #isFull = false;
  /** When the disk is tried again, in milliseconds of performance.now. */
  #retryAt = 0;
  #flushTimer: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;

  constructor(options: DecisionLogOptions) {
    const { file, header, disk, writing } = options;
    this.#options = options;
    const records = { file, what: 'decisions', disk, writing, checkHeader: readDecisionsHeader } as const;
    this.#writer = new RecordFileWriter({ ...records, header });
  }

  /** Adds a line; it is on disk after `BATCH_MS` or later. */
  add(turn: number, line: DecisionLine): void {
    if (this.#isFull) return;
    const text = `${JSON.stringify(line)}\n`;
    if (this.#waiting + text.length > MAX_WAITING_CHARS) {
      this.#hasGap = true;
      return;
    }
    if (this.#hasGap) this.#push('{"gap":true}\n');
    this.#hasGap = false;
    this.#push(text);
    this.#turn = turn;
    this.#flushTimer ??= setTimeout(() => this.#flush(), BATCH_MS);
  }

  /** Resolves when all lines are written, or could not be. More may be added later. */
  async close(): Promise<void> {
    this.#flush();
    await this.#order.run(() => this.#writer.release().catch(() => undefined));
  }

  #push(text: string): void {
    this.#lines.push(text);
    this.#waiting += text.length;
  }

  #flush(): void {
    clearTimeout(this.#flushTimer);
    clearTimeout(this.#idleTimer);
    this.#flushTimer = undefined;
    const text = this.#lines.join('');
    const turn = this.#turn;
    this.#lines = [];
    if (text === '') return;
    this.#idleTimer = setTimeout(() => detach(this.#options.gameId, this.close()), IDLE_MS).unref();
    const written = this.#order.run(async () => {
      await this.#write(turn, text).catch((error: Error) => this.#noteFailure(error));
      this.#waiting -= text.length;
    });
    detach(this.#options.gameId, written);
  }

  async #write(turn: number, text: string): Promise<void> {
    const { maxBytes, log, disk } = this.#options;
    if (this.#isFull) return;
    if (performance.now() < this.#retryAt) {
      this.#hasGap = true;
      return;
    }
    const isFirst = !this.#writer.isInSegment || this.#segmentChars > MAX_SEGMENT_CHARS;
    await this.#writer.append({ kind: isFirst ? 'snapshot' : 'update', turn, at: Date.now() }, text);
    disk.writeSucceeded('decisions');
    this.#segmentChars = (isFirst ? 0 : this.#segmentChars) + text.length;
    if (this.#writer.bytes < maxBytes) return;
    this.#isFull = true;
    log.warn(
      { bytes: this.#writer.bytes },
      'decision log of this seat is full (TRAJECTORIES_MAX_MB): no more is written',
    );
  }

  async #noteFailure(error: Error): Promise<void> {
    this.#options.disk.writeFailed('decisions', error);
    this.#retryAt = performance.now() + RETRY_MS;
    this.#hasGap = true;
    await this.#writer.release().catch(() => undefined);
  }
}
