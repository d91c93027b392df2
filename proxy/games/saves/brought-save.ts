import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fsync,
  futimesSync,
  lstatSync,
  openSync,
  readdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inFolderOf } from '../disk/stored-files.js';
import {
  isSaveName,
  outputFileNames,
  readOutputFile,
  type ServerFolder,
  serverFolders,
} from '../server/server-folder.js';
import { inflated } from './save-file.js';

/** The paths of a game that collecting saves needs, see game-folder.ts. */
export interface SaveFolders {
  readonly path: string;
  readonly saves: string;
  readonly run: string;
}

/** A save that a server wrote, copied to where it gets its name. */
export interface BroughtSave {
  readonly name: string;
  /** The copy: whole and on the disk. */
  readonly part: string;
  /** The file of the server. */
  readonly source: string;
  readonly modified: Date;
}

/** What was found in the folders of the servers of a game. */
export interface FoundSaves {
  /** The first that could be brought. */
  readonly save: BroughtSave | undefined;
  /** The files of servers that were looked at, in order; `save` is the last of them, the others stay where they are. */
  readonly tried: readonly string[];
  /** Whether there are files that were not looked at. */
  readonly isMore: boolean;
  /** Whether `saves` is of another account than the game: nothing was looked at then. Told before anything was tried. */
  readonly isForeign: boolean;
  /** The names in `saves`; undefined when they cannot be read now. */
  readonly names: readonly string[] | undefined;
}

/** Looks for a save among the files of servers, without those that were tried. Never rejects. */
export type BringSave = (folders: SaveFolders, tried: readonly string[]) => Promise<FoundSaves>;

/** What is found where nobody looks. */
export const NOTHING_FOUND: FoundSaves = {
  save: undefined,
  tried: [],
  isMore: false,
  isForeign: false,
  names: undefined,
};

/** As BringSave says, with the bytes of the save's text where it is compressed. Touches no file that has a name. */
export async function bringSave(
  { path, saves, run }: SaveFolders,
  before: readonly string[],
): Promise<FoundSaves & { readonly text?: Buffer | undefined }> {
  // Once is enough: where the game itself is of another account, so is the folder that this proxy makes.
  if (before.length === 0 && isOfAnother(path, saves))
    return { ...NOTHING_FOUND, isForeign: true, isMore: true };
  const known = new Set(before);
  const left = serverFolders(run)
    .flatMap((server) => outputFileNames(server).map((name) => ({ server, name })))
    .filter(({ server, name }) => isSaveName(name) && !known.has(join(server.out, name)));
  const tried: string[] = [];
  for (const { server, name } of left) {
    tried.push(join(server.out, name));
    const brought = await copyOf(server, name, saves).catch(() => undefined);
    if (brought === undefined) continue;
    const isMore = tried.length < left.length;
    return { ...brought, tried, isMore, isForeign: false, names: namesNow(saves) };
  }
  return { ...NOTHING_FOUND, tried, names: namesNow(saves) };
}

/** False where one of the two is not there. */
function isOfAnother(folder: string, inner: string): boolean {
  try {
    return lstatSync(folder).uid !== lstatSync(inner).uid;
  } catch {
    return false;
  }
}

const synced = promisify(fsync);

/** Undefined for what is no whole save. Rejects when the disk does not take the copy. */
async function copyOf(server: ServerFolder, name: string, saves: string) {
  const written = readOutputFile(server, name);
  if (written === undefined) return undefined;
  const { bytes, modified } = written;
  const text = name.endsWith('.gz') ? await inflated(bytes) : undefined;
  if (name.endsWith('.gz') && text === undefined) return undefined;
  const part = join(saves, `.${randomUUID()}.part`);
  try {
    const file = inFolderOf(part, () => openSync(part, 'wx', 0o600), 0o700);
    try {
      writeFileSync(file, bytes);
      futimesSync(file, modified, modified);
      await synced(file);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    removePart(part);
    throw error;
  }
  return { save: { name, part, source: join(server.out, name), modified }, text };
}

/** Removes a copy that has no name, or another one by now. */
export function removePart(part: string): void {
  try {
    unlinkSync(part);
  } catch {
    // It is gone, or goes when the game is loaded next.
  }
}

function namesNow(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}
