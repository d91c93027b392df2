import { lstat, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { errorCode } from '#shared/core/disk/disk-error.js';
import { isAppendOnly, isStoredPath } from './stored-paths.js';

/** A file of the working copy, as the system describes it. */
export interface SeenFile {
  readonly bytes: number;
  /** Milliseconds since 1970, with fractions. */
  readonly modified: number;
  readonly inode: number;
}

/** The files of a working copy by their paths within it. */
export type SeenFolder = ReadonlyMap<string, SeenFile>;

/** A file whose bytes the bucket has. */
export interface KnownFile extends SeenFile {
  /** Of all bytes of a file that is replaced as a whole; of the last ones of a file that grows. */
  readonly sum: number;
  /** False when the file may change again without a sign: clocks of file systems have steps. */
  readonly isSettled: boolean;
}

/** What of a file the bucket lacks. */
export interface FileNews {
  /** Bytes at its beginning that the bucket has already. */
  readonly keep: number;
  readonly bytes: Buffer;
  /** The bucket lacks nothing of it. */
  readonly isSame: boolean;
  readonly known: KnownFile;
}

/** Folders whose files no acknowledged action needs: saves follow from the journal, and recordings are for spectators. */
const SLOW_FOLDERS: ReadonlySet<string> = new Set(['saves', 'recordings']);
/** The journal of a turn is written until the turn after it has begun. */
const OPEN_TURNS = 3;
const TURN_FILE = /^T\d+\.jsonl$/;
/** Longer than the steps of any file system's clock that is in use here. */
const CLOCK_STEP_MS = 50;
const TAIL_BYTES = 64;

/** The files of a game's folder. A quick scan takes saves and recordings from `before`. Rejects when the disk fails. */
export async function seeFolder(folder: string, before: SeenFolder, isQuick: boolean): Promise<SeenFolder> {
  const scan = new FolderScan(folder, before, isQuick);
  await scan.into('');
  return scan.seen;
}

/** One scan of a folder. */
class FolderScan {
  readonly seen = new Map<string, SeenFile>();
  readonly #folder: string;
  readonly #before: SeenFolder;
  readonly #isQuick: boolean;

  constructor(folder: string, before: SeenFolder, isQuick: boolean) {
    this.#folder = folder;
    this.#before = before;
    this.#isQuick = isQuick;
    if (!isQuick) return;
    for (const [path, file] of before)
      if (SLOW_FOLDERS.has(path.split('/')[0] ?? '')) this.seen.set(path, file);
  }

  /** Adds the files of the folder at `path` and below. */
  async into(path: string): Promise<void> {
    const entries = await readdir(join(this.#folder, path), { withFileTypes: true }).catch(unlessMissing);
    const turns = entries.map(({ name }) => name).filter((name) => TURN_FILE.test(name));
    const closed = new Set(path === 'journal' ? turns.sort().slice(0, -OPEN_TURNS) : []);
    const work = entries.map((entry) => {
      const own = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) return this.#isSeen(own) ? this.into(own) : undefined;
      return entry.isFile() && isStoredPath(own) ? this.#add(own, closed.has(entry.name)) : undefined;
    });
    await Promise.all(work);
  }

  #isSeen(folder: string): boolean {
    return folder !== 'run' && !(this.#isQuick && SLOW_FOLDERS.has(folder));
  }

  async #add(path: string, isClosed: boolean): Promise<void> {
    const known = this.#isQuick && isClosed ? this.#before.get(path) : undefined;
    const file = known ?? (await seeFile(join(this.#folder, path)));
    if (file !== undefined) this.seen.set(path, file);
  }
}

/** Undefined for a file that is gone. */
async function seeFile(path: string): Promise<SeenFile | undefined> {
  try {
    const { size, mtimeMs, ino } = await lstat(path);
    return { bytes: size, modified: mtimeMs, inode: ino };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a file may hold what the bucket lacks. */
export function mayDiffer(known: KnownFile | undefined, seen: SeenFile): boolean {
  if (known === undefined || !known.isSettled) return true;
  return known.bytes !== seen.bytes || known.modified !== seen.modified || known.inode !== seen.inode;
}

/** What is known of a file when the bucket has all of it; undefined when it is gone by now. */
export async function asKnown(
  place: { readonly folder: string; readonly path: string; readonly now: number },
  seen: SeenFile,
): Promise<KnownFile | undefined> {
  if (!isAppendOnly(place.path)) return (await newsOf(place, undefined, seen))?.known;
  const file = await open(join(place.folder, place.path), 'r').catch(unlessMissing);
  if (Array.isArray(file)) return undefined;
  try {
    const tail = await read(file, Math.max(0, seen.bytes - TAIL_BYTES), seen.bytes);
    return { ...seen, sum: crc32(tail), isSettled: true };
  } finally {
    await file.close();
  }
}

/** Reads what the bucket lacks of a file; undefined when the file is gone by now. `now` in milliseconds since 1970. */
export async function newsOf(
  { folder, path, now }: { readonly folder: string; readonly path: string; readonly now: number },
  known: KnownFile | undefined,
  seen: SeenFile,
): Promise<FileNews | undefined> {
  try {
    if (isAppendOnly(path)) return await grown(join(folder, path), known, seen);
    const bytes = await readFile(join(folder, path));
    const sum = crc32(bytes);
    const isSettled = now - seen.modified > CLOCK_STEP_MS;
    const isSame = known !== undefined && known.sum === sum && known.bytes === bytes.length;
    return { keep: 0, bytes, isSame, known: { ...seen, bytes: bytes.length, sum, isSettled } };
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The content after the known bytes; the whole file when it does not begin with them. */
async function grown(path: string, known: KnownFile | undefined, seen: SeenFile): Promise<FileNews> {
  const file = await open(path, 'r');
  try {
    const keep = known !== undefined && known.bytes <= seen.bytes ? known.bytes : 0;
    const tail = await read(file, Math.max(0, keep - TAIL_BYTES), keep);
    const from = keep > 0 && crc32(tail) === known?.sum ? keep : 0;
    const bytes = await read(file, from, seen.bytes);
    const end = from + bytes.length;
    const sum = crc32(await read(file, Math.max(0, end - TAIL_BYTES), end));
    const isSame = known !== undefined && known.bytes === end && from === end;
    return { keep: from, bytes, isSame, known: { ...seen, bytes: end, sum, isSettled: true } };
  } finally {
    await file.close();
  }
}

async function read(file: Awaited<ReturnType<typeof open>>, from: number, until: number): Promise<Buffer> {
  const buffer = Buffer.alloc(until - from);
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, from + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function unlessMissing(error: unknown): never[] {
  if (errorCode(error) === 'ENOENT') return [];
  throw error;
}
