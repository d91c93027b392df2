import { closeSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { unlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { z } from 'zod';
import { errorCode, isCircumstance } from '#shared/core/disk/disk-error.js';
import { moveObstruction } from '#shared/core/disk/quarantine.js';
import { CAREFULLY, readKeptFile } from '#shared/core/disk/read-file.js';
import { parseJson } from '#shared/core/json.js';
import type { StoredFileKind } from '#shared/protocol/disk.js';
import type { DiskReporter } from './disk-monitor.js';
import type { GameFolder } from './game-folder.js';
import { closeOnThread } from './replaced-files.js';
import { unfinishedPath } from './unfinished-files.js';
import { NotOwned, type WriteGuard } from './write-guard.js';

/** The disk does not give a file of a game now. Nothing is wrong with the file: it must not be taken for empty, and then be overwritten. */
export class FileInaccessible extends Error {
  override readonly name = 'FileInaccessible';
  /** A sentence without a path. */
  readonly reason: string;

  constructor(file: string, reason: string) {
    super(`${basename(file)} cannot be read now: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Runs `work`, which writes `file`. When another entry blocks the path, renames that entry and runs `work` once more.
 * Rejects with NotOwned when another proxy may own the game.
 */
export async function retryAfterClearing<T>(
  disk: DiskReporter,
  what: StoredFileKind,
  file: string,
  work: () => Promise<T>,
): Promise<T> {
  disk.checkOwned();
  try {
    return await work();
  } catch (error) {
    if (!mayClear(error) || !hasCleared(disk, what, file)) throw error;
    return work();
  }
}

/** The same at once. */
export function retryAfterClearingSync<T>(
  disk: DiskReporter,
  what: StoredFileKind,
  file: string,
  work: () => T,
): T {
  disk.checkOwned();
  try {
    return work();
  } catch (error) {
    if (!mayClear(error) || !hasCleared(disk, what, file)) throw error;
    return work();
  }
}

/** Whether this proxy may move away what is in the way of a write: not where another proxy may own the game. */
function mayClear(error: unknown): boolean {
  return !isCircumstance(error) && !(error instanceof NotOwned);
}

function hasCleared(disk: DiskReporter, what: StoredFileKind, file: string): boolean {
  disk.checkOwned();
  const cleared = moveObstruction(file);
  for (const { path, aside } of cleared) {
    const reason = 'something else stood where it belongs';
    disk.reportDamage(what, { file: path, reason, lost: `what was in the ${what} until now` }, aside);
  }
  return cleared.length > 0;
}

/** Renames files that stand where a folder of the game should be, so that the game can write there again. */
export function quarantineObstructions(
  { path, saves, run, journal, orders, plans, usage, conversations, recordings }: GameFolder,
  disk: DiskReporter,
): void {
  const folders: readonly (readonly [StoredFileKind, string])[] = [
    ['save', saves],
    ['save', run],
    ['journal', journal],
    ['orders', orders],
    ['plans', plans],
    ['notes', join(path, 'notes')],
    ['usage', usage],
    ['conversations', conversations],
    ['recording', recordings],
  ];
  for (const [what, folder] of folders) {
    for (const { path: file, aside } of moveObstruction(join(folder, 'any')))
      disk.reportDamage(what, { file, reason: 'it is no folder', lost: `all that was in it` }, aside);
  }
}

/** A file that is replaced as a whole: a crash leaves the old one or the new one. */
export class AtomicFile {
  readonly #path: string;
  readonly #what: StoredFileKind;
  readonly #disk: DiskReporter;
  #latest = '';
  #written: string | undefined;
  #last: Promise<void> = Promise.resolve();

  constructor(path: string, what: StoredFileKind, disk: DiskReporter) {
    this.#path = path;
    this.#what = what;
    this.#disk = disk;
  }

  /**
   * Settles when this text, or a later one, is in the file; those between need not be written. Rejects when the disk
   * does not take it.
   */
  write(text: string): Promise<void> {
    this.#latest = text;
    this.#last = this.#last.catch(() => undefined).then(() => this.#flush());
    return this.#last;
  }

  /** The same for a file that the game can do without: a write failure is reported, and this never rejects. */
  writeOrReport(text: string): Promise<void> {
    return this.write(text).then(
      () => this.#disk.writeSucceeded(this.#what),
      (error: unknown) => this.#disk.writeFailed(this.#what, error),
    );
  }

  async #flush(): Promise<void> {
    const text = this.#latest;
    if (text === this.#written) return;
    await retryAfterClearing(this.#disk, this.#what, this.#path, () =>
      replaceFile(this.#path, text, this.#disk),
    );
    this.#written = text;
  }
}

/** Files of up to so many bytes or characters are written at once: to give them to a thread costs more (decision 0025). */
const MAX_AT_ONCE = 64 << 10;

/** How a file is replaced. */
interface Replacing {
  /** Whether the content is on the disk before it has the name. */
  readonly flush?: boolean;
  /** Gives the new file its name, in the place of the one before. */
  place?(fresh: string, path: string, guard: WriteGuard): void;
}

/**
 * Replaces the file as a whole: a reader sees the old content or the new one, with `flush` after a power cut too.
 * Rejects when the disk does not take it, and with NotOwned when another proxy may own the game by the time it is written.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  guard: WriteGuard,
  { flush = false, place = renameOver }: Replacing = {},
): Promise<void> {
  const fresh = unfinishedPath(path);
  try {
    if (!flush && content.length <= MAX_AT_ONCE) inFolderOf(fresh, () => writeFileSync(fresh, content));
    else {
      inFolderOf(fresh, () => closeSync(openSync(fresh, 'wx')));
      await writeFile(fresh, content, { flush });
    }
    guard.checkOwned();
    place(fresh, path, guard);
  } catch (error) {
    await unlink(fresh).catch(() => undefined);
    throw error;
  }
}

/** Runs `write`, which writes that file; where its folder is missing, makes it with that mode and runs `write` once more. */
export function inFolderOf<T>(file: string, write: () => T, mode?: number): T {
  try {
    return write();
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    mkdirSync(dirname(file), { recursive: true, mode });
    return write();
  }
}

/**
 * Renames a file at once, over the one at `path`. That one is held open until it is closed on another thread: to give up the last
 * hold of a file that is being written to the disk waits for that. Throws when the disk does not rename it.
 */
export function renameOver(fresh: string, path: string, { letGo = closeOnThread }: WriteGuard): void {
  const old = heldFile(path);
  try {
    renameSync(fresh, path);
  } catch (error) {
    if (old !== undefined) closeSync(old);
    throw error;
  }
  if (old !== undefined) letGo(old);
}

/** Undefined when there is none yet, or nothing that can be opened. */
function heldFile(path: string): number | undefined {
  try {
    return openSync(path, CAREFULLY);
  } catch {
    return undefined;
  }
}

/** A JSON file of a game, and how it is read. */
export interface StoredJson<T> {
  readonly file: string;
  readonly what: StoredFileKind;
  readonly schema: z.ZodType<T>;
  readonly disk: DiskReporter;
}

/**
 * The content of a file of JSON; undefined when there is none. A damaged file is put aside, and the game continues without
 * it. Throws FileInaccessible when the disk cannot read it now.
 */
export async function readStoredJson<T>(kept: StoredJson<T>): Promise<T | undefined> {
  const { file, what, schema, disk } = kept;
  const read = await readKeptFile(file);
  if (read.kind === 'missing') return undefined;
  if (read.kind === 'inaccessible') throw new FileInaccessible(file, read.reason);
  const text = read.kind === 'read' ? read.bytes.toString('utf8') : '';
  const parsed = schema.safeParse(parseJson(text)).data;
  if (parsed !== undefined) return parsed;
  const reason = read.kind === 'damaged' ? read.reason : 'it does not hold what was written';
  const agent = decodeURIComponent(basename(file, '.json'));
  disk.quarantine(what, { file, reason, lost: `the ${what} of ${agent}` });
  return undefined;
}
