import { mkdir, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { diskReason } from '#shared/core/disk/disk-error.js';
import type { Logger } from '#shared/core/log.js';
import type { Disk } from '#shared/protocol/disk.js';
import type { DiskMonitor } from './disk-monitor.js';

const PROBE_MS = 10_000;

/** Checks every 10 s whether DATA_DIR can be written, so that health reports it before a game needs it. */
export class DiskProbe implements Disposable {
  readonly #folder: string;
  readonly #log: Logger;
  #problem: string | null = null;
  readonly #first: Promise<void>;
  readonly #timer: NodeJS.Timeout;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
    this.#first = this.#probe();
    this.#timer = setInterval(() => void this.#probe(), PROBE_MS).unref();
  }

  /** Why DATA_DIR cannot be written, as of the last check; null when it can. */
  async problem(): Promise<string | null> {
    await this.#first;
    return this.#problem;
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  async #probe(): Promise<void> {
    const before = this.#problem;
    this.#problem = await writeProblem(this.#folder);
    if (this.#problem !== null && this.#problem !== before)
      this.#log.error({ folder: this.#folder, reason: this.#problem }, 'DATA_DIR cannot be written');
    if (this.#problem === null && before !== null) this.#log.warn('DATA_DIR can be written again');
  }
}

/** Why a file in that folder cannot be written; null when it can. The folder is made when it is missing. */
async function writeProblem(folder: string): Promise<string | null> {
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, '.write-probe'), 'probe\n');
    return null;
  } catch (error) {
    return `DATA_DIR cannot be written: ${diskReason(error)}`;
  }
}

/** How the disk is, for health and for gateways. */
export async function diskHealth(
  games: { readonly disk: DiskMonitor; freeBytes(): Promise<number | null> },
  probe: DiskProbe,
): Promise<Disk> {
  const { troubles, damaged } = games.disk;
  return {
    free_bytes: await games.freeBytes(),
    problem: await probe.problem(),
    troubles: [...troubles],
    damaged: [...damaged],
  };
}

/** Free bytes of the file system of a folder; null when the system does not report it. */
export async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}
