import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { diskReason, errorCode, isCircumstance } from './disk-error.js';

/** What became of reading a file that this program wrote earlier. `reason` is a sentence without a path. */
export type FileRead =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  /** Something else stands where the file should be: a folder, a device, a link to nothing, too many bytes. */
  | { readonly kind: 'damaged'; readonly reason: string }
  /** The disk does not say what is in the file; a later attempt may read it. */
  | { readonly kind: 'inaccessible'; readonly reason: string };

/** No file of ours comes near; what is larger was not written by us. */
const MAX_FILE_BYTES = 1 << 30;

/** To open for reading what another may have put there: a link is not followed, a pipe without a writer not waited for, a terminal not taken over. */
export const CAREFULLY =
  constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** To open for appending: made where it is missing, and a pipe without a reader not waited for. */
export const APPENDING =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Reads a whole file. Never rejects, never waits for a device or a pipe. */
export async function readKeptFile(path: string, maxBytes = MAX_FILE_BYTES): Promise<FileRead> {
  let handle: FileHandle | undefined;
  try {
    const unfit = unfitness(await stat(path), maxBytes);
    if (unfit !== undefined) return unfit;
    handle = await open(path, 'r');
    return { kind: 'read', bytes: await handle.readFile() };
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? missing(await lstat(path).catch(() => undefined)) : failed(error);
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

/** The same at once. */
export function readKeptFileSync(path: string, maxBytes = MAX_FILE_BYTES): FileRead {
  let descriptor: number | undefined;
  try {
    const unfit = unfitness(statSync(path), maxBytes);
    if (unfit !== undefined) return unfit;
    descriptor = openSync(path, 'r');
    fstatSync(descriptor);
    return { kind: 'read', bytes: readFileSync(descriptor) };
  } catch (error) {
    return errorCode(error) === 'ENOENT'
      ? missing(lstatSync(path, { throwIfNoEntry: false }))
      : failed(error);
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** Undefined for what can be read. */
function unfitness(found: Stats, maxBytes: number): FileRead | undefined {
  if (!found.isFile()) return { kind: 'damaged', reason: `it is ${kindOf(found)}, not a file` };
  if (found.size > maxBytes) return { kind: 'damaged', reason: `it has ${found.size} bytes` };
  return undefined;
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  return found.isFIFO() || found.isSocket() ? 'a pipe' : 'a device';
}

function missing(link: Stats | undefined): FileRead {
  return link === undefined ? { kind: 'missing' } : { kind: 'damaged', reason: 'it is a link to nothing' };
}

function failed(error: unknown): FileRead {
  const reason = diskReason(error);
  // A file where a folder of the path should be: there is no such file.
  if (errorCode(error) === 'ENOTDIR') return { kind: 'missing' };
  return { kind: isCircumstance(error) ? 'inaccessible' : 'damaged', reason };
}

/** The names in a folder; none where it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
