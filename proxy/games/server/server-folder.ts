import { closeSync, fstatSync, lstatSync, opendirSync, openSync, readSync } from 'node:fs';
import {
  chmod,
  copyFile,
  lchown,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  rmdir,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { diskReason } from '#shared/core/disk/disk-error.js';
import { CAREFULLY, namesIn } from '#shared/core/disk/read-file.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { mayWrite, type WriteGuard } from '../disk/write-guard.js';
import type { ServerAccount } from './server-account.js';

/** The folders of one game server process. */
export interface ServerFolder {
  readonly path: string;
  /** Its working folder, the only one it can write in. Its content is untrusted. */
  readonly out: string;
  /** The folder with its input files, which it can only read. */
  readonly given: string;
}

/** The largest save is well below; a server that was taken over may write as much as it likes. */
const MAX_SAVE_BYTES = 32 << 20;

/** Of a turn's begin, of the end, and those asked for; see saves/stored-saves.ts. */
const SAVE_NAME = /^(?:[\w-]+-T\d+-[\w-]+-(?:auto|final)|T\d+-[\w-]+)\.sav(?:\.\w+)?$/;

/** Entries of a server's folder that are looked at. */
const MAX_ENTRIES = 10_000;
const PREFIX = 'server-';
/** Others may pass through, and not look around. */
const PASSABLE_MODE = 0o711;
/** Others may look around. */
const READABLE_MODE = 0o755;

/** Whether a file name is that of a save. */
export function isSaveName(name: string): boolean {
  return SAVE_NAME.test(name);
}

/** The folder a process lives in below `path`. */
export function serverFolderAt(path: string): ServerFolder {
  return { path, out: join(path, 'out'), given: join(path, 'in') };
}

/** Makes a fresh folder for a server below `runDir`, which no other account has touched. E142 when it cannot be made. */
export async function makeServerFolder(
  runDir: string,
  account: ServerAccount | undefined,
): Promise<Result<ServerFolder>> {
  return onDisk('The folder of the game server cannot be made', async () => {
    await mkdir(runDir, { recursive: true, mode: 0o700 });
    const folder = serverFolderAt(await mkdtemp(join(runDir, PREFIX)));
    await chmod(folder.path, PASSABLE_MODE);
    await mkdir(folder.given);
    await chmod(folder.given, PASSABLE_MODE);
    await mkdir(folder.out, { mode: 0o700 });
    if (account !== undefined) await lchown(folder.out, account.uid, account.gid);
    return folder;
  });
}

/** Lays a file where the server may read it. Answers its path as seen from the server's working folder. */
export async function copyForServer(folder: ServerFolder, file: string): Promise<Result<string>> {
  return onDisk('The save cannot be given to the game server', () =>
    lay(folder, basename(file), (path) => copyFile(file, path)),
  );
}

/** Writes a file where the server may read it. Answers its path as seen from the server's working folder. */
export async function writeForServer(
  folder: ServerFolder,
  name: string,
  text: string,
): Promise<Result<string>> {
  return onDisk('The folder of the game server cannot be written', () =>
    lay(folder, name, (path) => writeFile(path, text)),
  );
}

/**
 * Writes a ruleset where the server may read it. Answers the folder that has it under its name, for FREECIV_DATA_PATH, as seen from
 * the server's working folder: the folders above are closed to its account.
 */
export async function writeRuleset(
  { given }: ServerFolder,
  name: string,
  texts: ReadonlyMap<string, string>,
): Promise<Result<string>> {
  return onDisk('The ruleset cannot be given to the game server', async () => {
    const folder = join(given, 'data', name);
    await mkdir(folder, { recursive: true });
    for (const path of [dirname(folder), folder]) await chmod(path, READABLE_MODE);
    for (const [file, text] of texts) {
      await writeFile(join(folder, file), text);
      await chmod(join(folder, file), 0o444);
    }
    return `../${basename(given)}/${basename(dirname(folder))}`;
  });
}

async function lay(
  { given }: ServerFolder,
  name: string,
  put: (path: string) => Promise<void>,
): Promise<string> {
  const path = join(given, name);
  await put(path);
  await chmod(path, 0o444);
  return `../${basename(given)}/${name}`;
}

/** What `work` gives, or E142 with the sentence and why the disk does not let it. */
async function onDisk<T>(sentence: string, work: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (error) {
    const reason = diskReason(error);
    return fail(failure('E142', sentence, { details: { reason, disk: reason } }));
  }
}

/** The folders of the servers that lived below `runDir`. */
export function serverFolders(runDir: string): readonly ServerFolder[] {
  const names = namesIn(runDir).filter((name) => name.startsWith(PREFIX));
  return names.map((name) => serverFolderAt(join(runDir, name)));
}

/** The names in a server's working folder, limited so that listing them is cheap. */
export function outputFileNames({ out }: ServerFolder): readonly string[] {
  const names: string[] = [];
  try {
    const folder = opendirSync(out);
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
        names.push(entry.name);
        if (names.length >= MAX_ENTRIES) break;
      }
    } finally {
      folder.closeSync();
    }
  } catch {
    // The folder is gone: nothing is written in it.
  }
  return names;
}

/** What the server wrote under that name; undefined when there is nothing, or nothing that can be trusted to be its own. */
export function readOutputFile({ out }: ServerFolder, name: string): UntrustedFile | undefined {
  try {
    const { uid: owner } = lstatSync(out);
    return readUntrusted(join(out, name), { owner, maxBytes: MAX_SAVE_BYTES });
  } catch {
    return undefined;
  }
}

/**
 * Removes the folder of a server that has ended, unless saves in it are yet to be brought. Of what the server wrote names alone
 * are removed, one level deep: no link can lead elsewhere. What a server hid deeper stays, and goes with the game. Stops when
 * another proxy may own the game: the server may be that one's, and run.
 */
export async function removeServerFolder(folder: ServerFolder, guard: WriteGuard): Promise<void> {
  const { path, out, given } = folder;
  const written = outputFileNames(folder)
    .filter((name) => !isSaveName(name))
    .map((name) => join(out, name));
  const lent = (await readdir(given).catch(() => [])).map((name) => join(given, name));
  const removals = [
    ...written.map((file) => () => unlink(file)),
    ...lent.map((file) => () => rm(file, { recursive: true, force: true })),
    ...[out, given, path].map((emptied) => () => rmdir(emptied)),
  ];
  for (const remove of removals) {
    if (!mayWrite(guard)) return;
    await remove().catch(() => {});
  }
}

/** A file that another account wrote, as it was when it was opened. */
export interface UntrustedFile {
  readonly bytes: Buffer;
  readonly modified: Date;
}

interface UntrustedLimits {
  readonly owner: number;
  readonly maxBytes: number;
}

/**
 * Reads a plain file that only this account owns, under one name, within the size limit; undefined for all else. Throws where it
 * cannot be read.
 */
function readUntrusted(path: string, limits: UntrustedLimits): UntrustedFile | undefined {
  const file = openSync(path, CAREFULLY);
  try {
    const stats = fstatSync(file);
    const isPlain = stats.isFile() && stats.nlink === 1 && stats.uid === limits.owner;
    if (!isPlain || stats.size > limits.maxBytes) return undefined;
    // No more than it had: it may grow while it is read.
    const bytes = Buffer.alloc(stats.size);
    return { bytes: bytes.subarray(0, readUpTo(file, bytes)), modified: stats.mtime };
  } finally {
    closeSync(file);
  }
}

function readUpTo(file: number, bytes: Buffer): number {
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(file, bytes, length, bytes.length - length, length);
    if (read === 0) break;
    length += read;
  }
  return length;
}
