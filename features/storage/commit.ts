import { z } from 'zod';
import { blobFence } from './object-keys.js';
import { isStoredPath } from './stored-paths.js';

const count = z.int().nonnegative();
const partSchema = z.union([
  z.strictObject({ inline: z.base64() }),
  z.strictObject({
    object: z.string().refine((name) => blobFence(name) !== undefined, 'no name of an object'),
    bytes: count,
  }),
]);

const changeSchema = z.strictObject({
  path: z.string().refine(isStoredPath, 'no path within the folder of a game'),
  /** When the file was last modified, in milliseconds since 1970; undefined: the file was removed. */
  modified: z.number().optional(),
  /** Bytes of the file before this change that stay; what follows them is in `parts`. */
  keep: count.default(0),
  parts: z.array(partSchema).default([]),
});

/** What an object in the log of a game holds: the files that were changed, all of them in a whole one. */
export const commitSchema = z.strictObject({ format: z.literal(1), changes: z.array(changeSchema) });

/** Bytes of a file: in the log itself, or an object of their own. */
export type FilePart = z.infer<typeof partSchema>;
/** What became of a file. */
export type FileChange = z.input<typeof changeSchema>;
/** See commitSchema. */
export type Commit = z.infer<typeof commitSchema>;

/** A file as the bucket has it. */
export interface StoredFile {
  readonly modified: number;
  readonly parts: readonly FilePart[];
}

/** The files of a game's folder by their paths, as the bucket has them. */
export type StoredFolder = ReadonlyMap<string, StoredFile>;

/** Why a commit does not fit to those before it. */
export class BrokenLog extends Error {
  override readonly name = 'BrokenLog';
}

/** The folder after a commit. Throws BrokenLog when it keeps bytes that are not there. */
export function applyCommit(folder: StoredFolder, { changes }: Commit, isWhole: boolean): StoredFolder {
  const next = new Map(isWhole ? [] : folder);
  for (const { path, modified, keep, parts } of changes) {
    const before = next.get(path);
    if (modified === undefined) next.delete(path);
    else if (keep === 0) next.set(path, { modified, parts });
    else if (before === undefined || bytesOf(before) !== keep)
      throw new BrokenLog(`${path} is continued after ${keep} bytes that are not there`);
    else next.set(path, { modified, parts: [...before.parts, ...parts] });
  }
  return next;
}

/** A commit that holds all of the folder. */
export function wholeCommit(folder: StoredFolder): Commit {
  const changes = [...folder].map(([path, { modified, parts }]) => ({
    path,
    modified,
    keep: 0,
    parts: [...parts],
  }));
  return { format: 1, changes };
}

/** The size of a file. */
export function bytesOf({ parts }: Pick<StoredFile, 'parts'>): number {
  return parts.reduce((sum, part) => sum + partBytes(part), 0);
}

/** The names of the objects that a folder's files are in. */
export function objectsOf(folder: StoredFolder): ReadonlySet<string> {
  const parts = [...folder.values()].flatMap((file) => file.parts);
  return new Set(parts.flatMap((part) => ('object' in part ? part.object : [])));
}

/** The part of bytes that are in the log. */
export function inlinePart(bytes: Buffer): FilePart {
  return { inline: bytes.toString('base64') };
}

function partBytes(part: FilePart): number {
  return 'object' in part ? part.bytes : Buffer.byteLength(part.inline, 'base64');
}
