import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { diskReason } from '#shared/core/disk/disk-error.js';
import type { JsonObject } from '#shared/core/json.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { AuditLog, AuditRecord } from '../../gateway/audit/audited-actions.js';
import type { GatewayContext } from '../../gateway/core/context.js';
import type { AuditCopy } from './audit-copy.js';
import { auditFileName, auditLinesOf, listAuditFiles, pseudonymiseFiles } from './audit-files.js';

/** What an AuditWriter is made with. */
export interface AuditOptions {
  readonly folder: string;
  /** The bytes of all files together, and the age of the oldest file in milliseconds. */
  readonly retention: { readonly bytes: number; readonly age: number };
  readonly log: Logger;
  /** The wall clock, in milliseconds. */
  readonly now: () => number;
  /** Called for each record that could not be written. */
  readonly onLineLost: () => void;
  /** A file of this size is followed by another of the same day, so that the oldest can be removed. */
  readonly fileBytes?: number;
  /** Where the lines go as well. */
  readonly copy?: AuditCopy | undefined;
}

interface OpenFile {
  readonly file: number;
  readonly day: string;
  readonly part: number;
  bytes: number;
}

/** The audit of actions, in the folder `audit` of DATA_DIR. */
export function createAudit(
  { config, clock, log, metrics }: GatewayContext,
  copy: AuditCopy | undefined,
): AuditWriter {
  return new AuditWriter({
    folder: join(config.DATA_DIR, 'audit'),
    retention: { bytes: config.AUDIT_MAX_GB * 1e9, age: config.AUDIT_MAX_DAYS * 86_400_000 },
    log,
    now: () => clock.now(),
    onLineLost: () => metrics.auditLinesLost.inc(),
    copy,
  });
}

/** Appends records to `actions-<day>.jsonl`, each before the agent is answered: an agent knows no verdict that the audit lacks. */
export class AuditWriter implements AuditLog {
  readonly #options: AuditOptions;
  readonly #fileBytes: number;
  #open: OpenFile | undefined;
  #isBroken = false;

  constructor(options: AuditOptions) {
    this.#options = options;
    this.#fileBytes = options.fileBytes ?? Math.min(64 << 20, options.retention.bytes / 4);
  }

  /** Writes one record; a failure is logged and counted, not thrown. */
  record(record: AuditRecord): void {
    const time = new Date(this.#options.now()).toISOString();
    const line = `${JSON.stringify({ time, ...record })}\n`;
    this.#options.copy?.write(line);
    try {
      const open = this.#fileOf(time.slice(0, 10));
      // The line before may be cut off.
      open.bytes += writeSync(open.file, `${this.#isBroken ? '\n' : ''}${line}`);
      this.#isBroken = false;
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /** Removes the files beyond `retention`. To be called periodically. */
  removeOld(): void {
    const { folder, retention, now, log } = this.#options;
    try {
      removeOldAuditFiles(folder, retention, now());
    } catch (error) {
      log.error({ err: error, folder }, 'old audit files could not be removed');
    }
  }

  /** The lines about an agent, oldest first. */
  linesOf(agentId: string): AsyncGenerator<JsonObject> {
    return auditLinesOf(this.#options.folder, agentId);
  }

  /** Replaces an agent's id by a pseudonym in all lines and their copies. The number of lines, or the reason of the disk. */
  async pseudonymise(agentId: string): Promise<Result<number, string>> {
    const { folder, copy } = this.#options;
    const pseudonym = pseudonymOf(agentId);
    const copied = (await copy?.pseudonymise(agentId, pseudonym)) ?? ok(undefined);
    if (!copied.ok) return copied;
    try {
      return ok(await pseudonymiseFiles(folder, agentId, pseudonym));
    } catch (error) {
      return fail(diskReason(error));
    }
  }

  /** Resolves when the copies are written, too. */
  async close(): Promise<void> {
    this.#closeFile();
    await this.#options.copy?.close();
  }

  #closeFile(): void {
    if (this.#open !== undefined) closeSync(this.#open.file);
    this.#open = undefined;
  }

  #fileOf(day: string): OpenFile {
    if (this.#open?.day === day && this.#open.bytes < this.#fileBytes) return this.#open;
    const part = this.#open?.day === day ? this.#open.part + 1 : this.#lastPart(day);
    this.#closeFile();
    let open = this.#openPart(day, part);
    // An earlier gateway may have filled this file.
    while (open.bytes >= this.#fileBytes) {
      closeSync(open.file);
      open = this.#openPart(day, open.part + 1);
    }
    this.#open = open;
    this.removeOld();
    return open;
  }

  #lastPart(day: string): number {
    const parts = listAuditFiles(this.#options.folder).filter((file) => file.day === day);
    return Math.max(1, ...parts.map(({ part }) => part));
  }

  #openPart(day: string, part: number): OpenFile {
    const { folder } = this.#options;
    mkdirSync(folder, { recursive: true });
    const file = openSync(join(folder, auditFileName(day, part)), 'a', 0o600);
    return { file, day, part, bytes: fstatSync(file).size };
  }

  /** Logs the first failure of a series: a gateway that cannot write its audit still serves, and tries again. */
  #onFailure(error: unknown): void {
    const { log, folder, onLineLost } = this.#options;
    onLineLost();
    if (!this.#isBroken) log.error({ err: error, folder }, 'actions are not audited');
    this.#isBroken = true;
  }
}

const DAY_MS = 86_400_000;

/** As long as the id, and drawn anew each time. No agent can have it: an id has no `*`. */
function pseudonymOf(agentId: string): string {
  return `*${randomBytes(32).toString('hex')}`.slice(0, agentId.length);
}

/** Removes the oldest audit files by `age` (ms) and `bytes` of all together. The newest file stays. Throws file system errors. */
function removeOldAuditFiles(
  folder: string,
  limits: { readonly bytes: number; readonly age: number },
  now: number,
): void {
  // 0 when another gateway has removed the file.
  const files = listAuditFiles(folder).map((place) => ({
    ...place,
    bytes: statSync(join(folder, place.name), { throwIfNoEntry: false })?.size ?? 0,
  }));
  let total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  for (const { name, day, bytes } of files.slice(0, -1)) {
    const isOld = Date.parse(day) + DAY_MS + limits.age < now;
    if (!isOld && total <= limits.bytes) return;
    rmSync(join(folder, name), { force: true });
    total -= bytes;
  }
}
