import { closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '#shared/core/log.js';
import { auditName, auditPlaces, tidyAudit } from './audit-folder.js';

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
}

export interface AuditOptions {
  readonly folder: string;
  /** All files together, and the age of the oldest in milliseconds. */
  readonly limits: { readonly bytes: number; readonly age: number };
  readonly log: Logger;
  readonly now: () => number;
  /** A line could not be written. */
  readonly lost: () => void;
  /** A file that has grown to that is followed by another of the same day, so that the oldest may go. */
  readonly fileBytes?: number;
}

interface OpenFile {
  readonly file: number;
  readonly day: string;
  readonly part: number;
  bytes: number;
}

/**
 * Appends to `actions-<day>.jsonl` in the folder, which is made when the first action comes. A line is written before its
 * agent is answered, so that no gateway dies with a verdict that only its agent knows.
 */
export class AuditFile implements AuditLog {
  readonly #options: AuditOptions;
  readonly #fileBytes: number;
  #open: OpenFile | undefined;
  #isBroken = false;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#fileBytes = options.fileBytes ?? Math.min(64 << 20, options.limits.bytes / 4);
  }

  record(record: AuditRecord): void {
    const time = new Date(this.#options.now()).toISOString();
    try {
      const open = this.#fileOf(time.slice(0, 10));
      // A line that was cut off is not to spoil this one.
      const line = `${this.#isBroken ? '\n' : ''}${JSON.stringify({ time, ...record })}\n`;
      open.bytes += writeSync(open.file, line);
      this.#isBroken = false;
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Removes the files that are too old or too much. To be called now and then. */
  tidy(): void {
    const { folder, limits, now, log } = this.#options;
    try {
      tidyAudit(folder, limits, now());
    } catch (error) {
      log.error({ err: error, folder }, 'old audit files could not be removed');
    }
  }

  close(): void {
    if (this.#open !== undefined) closeSync(this.#open.file);
    this.#open = undefined;
  }

  #fileOf(day: string): OpenFile {
    if (this.#open?.day === day && this.#open.bytes < this.#fileBytes) return this.#open;
    const goesOn = this.#open?.day === day ? this.#open.part + 1 : this.#lastPart(day);
    this.close();
    let open = this.#openPart(day, goesOn);
    // An earlier gateway may have filled it.
    while (open.bytes >= this.#fileBytes) {
      closeSync(open.file);
      open = this.#openPart(day, open.part + 1);
    }
    this.#open = open;
    this.tidy();
    return open;
  }

  #lastPart(day: string): number {
    const parts = auditPlaces(this.#options.folder).filter((place) => place.day === day);
    return Math.max(1, ...parts.map(({ part }) => part));
  }

  #openPart(day: string, part: number): OpenFile {
    const { folder } = this.#options;
    mkdirSync(folder, { recursive: true });
    const file = openSync(join(folder, auditName(day, part)), 'a', 0o600);
    return { file, day, part, bytes: fstatSync(file).size };
  }

  /** Said once: a gateway without its audit log still serves, and tries again. */
  #failed(error: unknown): void {
    const { log, folder, lost } = this.#options;
    lost();
    if (!this.#isBroken) log.error({ err: error, folder }, 'actions are not audited');
    this.#isBroken = true;
  }
}
