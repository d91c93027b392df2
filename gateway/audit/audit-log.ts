import { createWriteStream, mkdirSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '#shared/log.js';

/** One action: who did what, what became of it. What it said stays out, but for its hash. */
export interface AuditRecord {
  readonly agent_id: string;
  /** The beginning of the session id: enough to tell sessions apart, not to resume one. */
  readonly session: string;
  readonly game_id: string;
  readonly correlation_id: string | null;
  readonly action: string;
  readonly args_hash: string;
  /** `ok`, or an error code. */
  readonly status: string;
  /** The verdict of the game: applied, rejected, no_effect, unknown. */
  readonly outcome: string | null;
  readonly duration_ms: number;
}

export interface AuditLog {
  record(record: AuditRecord): void;
  /** Writes out what is left. */
  close(): Promise<void>;
}

/** Beyond this much unwritten the disk does not keep up, and records are dropped rather than memory filled. */
const mostUnwritten = 16 << 20;

/** Appends to `actions-<day>.jsonl` in the folder, which is made when the first action comes. */
export class AuditFile implements AuditLog {
  readonly #folder: string;
  readonly #log: Logger;
  readonly #now: () => number;
  #day = '';
  #stream: WriteStream | undefined;
  #isBroken = false;

  constructor(folder: string, log: Logger, now: () => number) {
    this.#folder = folder;
    this.#log = log;
    this.#now = now;
  }

  record(record: AuditRecord): void {
    const time = new Date(this.#now()).toISOString();
    const stream = this.#streamOf(time.slice(0, 10));
    if (stream === undefined) return;
    if (stream.writableLength > mostUnwritten) this.#fail(new Error('the disk does not keep up'));
    else stream.write(`${JSON.stringify({ time, ...record })}\n`);
  }

  async close(): Promise<void> {
    const stream = this.#stream;
    this.#stream = undefined;
    if (stream === undefined || stream.destroyed) return;
    await new Promise<void>((resolve) => stream.end(() => resolve()));
  }

  #streamOf(day: string): WriteStream | undefined {
    if (day === this.#day) return this.#isBroken ? undefined : this.#stream;
    this.#day = day;
    this.#isBroken = false;
    this.#stream?.end();
    this.#stream = this.#open(join(this.#folder, `actions-${day}.jsonl`));
    return this.#stream;
  }

  #open(path: string): WriteStream | undefined {
    try {
      mkdirSync(this.#folder, { recursive: true });
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
    const stream = createWriteStream(path, { flags: 'a', mode: 0o600 });
    stream.on('error', (error) => this.#fail(error));
    return stream;
  }

  /** Said once a day: a gateway without its audit log still serves. */
  #fail(error: unknown): void {
    if (!this.#isBroken) this.#log.error({ err: error, folder: this.#folder }, 'actions are not audited');
    this.#isBroken = true;
  }
}
