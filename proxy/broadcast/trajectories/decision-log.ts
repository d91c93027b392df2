import type { Logger } from '#shared/core/log.js';
import { InOrder } from '#shared/core/serial-queue.js';
import type { DiskNotes } from '../../games/disk/disk-alarm.js';
import { RecordAppender } from '../../recording/record-appender.js';
import type { DecisionLine, DecisionsHeader } from './decision-line.js';
import { readHeader } from './decisions-file.js';

export interface DecisionLogOptions {
  readonly file: string;
  readonly header: DecisionsHeader;
  /** The file grows to that and no further. */
  readonly mostBytes: number;
  readonly logger: Logger;
  /** Hears whether the decisions can be written, and of damage in what is there. */
  readonly disk: DiskNotes;
}

/** Lines are written together after this: an agent that acts by a program does hundreds of things a second. */
const TOGETHER_MS = 100;
/** Characters that may wait for the disk; what comes when it takes nothing is lost. */
const MOST_WAITING = 16 << 20;
/** Characters of a compressed stream: so much at least is in memory when it is read. */
const MOST_STRETCH = 1 << 20;
/** After the disk did not take a text: going on reads the whole file. */
const RETRY_MS = 5000;
/** A file that nobody adds to is closed. */
const IDLE_MS = 60_000;

/** Keeps what was shown to one seat and what it did: append-only, compressed, and never in anybody's way. */
export class DecisionLog {
  readonly #options: DecisionLogOptions;
  readonly #order = new InOrder();
  readonly #appender: RecordAppender;
  #lines: string[] = [];
  #turn = 0;
  /** Characters that are not on disk yet. */
  #waiting = 0;
  #stretch = 0;
  #hasGap = false;
  #isFull = false;
  /** When the disk is tried again, as performance.now tells. */
  #retryAt = 0;
  #soon: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;

  constructor(options: DecisionLogOptions) {
    const { file, header, disk } = options;
    this.#options = options;
    const records = { file, what: 'decisions', disk, checkHeader: readHeader } as const;
    this.#appender = new RecordAppender({ ...records, header });
  }

  add(turn: number, line: DecisionLine): void {
    if (this.#isFull) return;
    const text = `${JSON.stringify(line)}\n`;
    if (this.#waiting + text.length > MOST_WAITING) {
      this.#hasGap = true;
      return;
    }
    if (this.#hasGap) this.#push('{"gap":true}\n');
    this.#hasGap = false;
    this.#push(text);
    this.#turn = turn;
    this.#soon ??= setTimeout(() => this.#flush(), TOGETHER_MS);
  }

  /** Resolves when all that was added is written, or could not be. More may be added later. */
  async close(): Promise<void> {
    this.#flush();
    await this.#order.run(() => this.#appender.release().catch(() => undefined));
  }

  #push(text: string): void {
    this.#lines.push(text);
    this.#waiting += text.length;
  }

  #flush(): void {
    clearTimeout(this.#soon);
    clearTimeout(this.#idle);
    this.#soon = undefined;
    const text = this.#lines.join('');
    const turn = this.#turn;
    this.#lines = [];
    if (text === '') return;
    this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    void this.#order.run(async () => {
      await this.#write(turn, text).catch((error: Error) => this.#failed(error));
      this.#waiting -= text.length;
    });
  }

  async #write(turn: number, text: string): Promise<void> {
    const { mostBytes, logger, disk } = this.#options;
    if (this.#isFull) return;
    if (performance.now() < this.#retryAt) {
      this.#hasGap = true;
      return;
    }
    const isFirst = !this.#appender.isInStretch || this.#stretch > MOST_STRETCH;
    await this.#appender.append({ kind: isFirst ? 'snapshot' : 'update', turn, at: Date.now() }, text);
    disk.worked('decisions');
    this.#stretch = (isFirst ? 0 : this.#stretch) + text.length;
    if (this.#appender.bytes < mostBytes) return;
    this.#isFull = true;
    logger.warn(
      { bytes: this.#appender.bytes },
      'no more decisions are kept of this seat: TRAJECTORIES_MAX_MB',
    );
  }

  async #failed(error: Error): Promise<void> {
    this.#options.disk.failed('decisions', error);
    this.#retryAt = performance.now() + RETRY_MS;
    this.#hasGap = true;
    await this.#appender.release().catch(() => undefined);
  }
}
