import { basename } from 'node:path';
import type { z } from 'zod';
import { type FileRead, readKeptFile, readKeptFileSync } from '#shared/core/disk/read-file.js';
import type { Kept } from '#shared/protocol/disk.js';
import type { DiskNotes } from './disk-alarm.js';

export interface KeptJson<T> {
  readonly file: string;
  readonly what: Kept;
  readonly schema: z.ZodType<T>;
  readonly disk: DiskNotes;
}

/**
 * What a file of JSON holds; undefined when there is none. A damaged one is put aside, and the game goes on without what
 * it held. Throws when the disk does not give it now: it must not be taken for empty, and then be overwritten.
 */
export async function readKeptJson<T>(kept: KeptJson<T>): Promise<T | undefined> {
  return jsonIn(kept, await readKeptFile(kept.file));
}

/** The same at once. */
export function readKeptJsonSync<T>(kept: KeptJson<T>): T | undefined {
  return jsonIn(kept, readKeptFileSync(kept.file));
}

function jsonIn<T>({ file, what, schema, disk }: KeptJson<T>, read: FileRead): T | undefined {
  if (read.kind === 'missing') return undefined;
  if (read.kind === 'inaccessible') throw new Error(`${basename(file)} cannot be read now: ${read.reason}`);
  const parsed = read.kind === 'read' ? parse(schema, read.bytes.toString('utf8')) : undefined;
  if (parsed !== undefined) return parsed.value;
  const reason = read.kind === 'damaged' ? read.reason : 'it does not hold what was written';
  const agent = decodeURIComponent(basename(file, '.json'));
  disk.putAside(what, { file, reason, lost: `the ${what} of ${agent}` });
  return undefined;
}

function parse<T>(schema: z.ZodType<T>, text: string): { readonly value: T } | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? { value: parsed.data } : undefined;
  } catch {
    return undefined;
  }
}
