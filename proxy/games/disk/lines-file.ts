import { closeSync, openSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { APPENDING, type FileRead, readKeptFile, readKeptFileSync } from '#shared/core/disk/read-file.js';
import { parseJson } from '#shared/core/json.js';
import type { StoredFileKind } from '#shared/protocol/disk.js';
import type { DiskReporter } from './disk-monitor.js';
import { FileInaccessible, inFolderOf, retryAfterClearingSync } from './stored-files.js';

/** A file of JSON Lines of a game, and how its lines are read. */
export interface StoredLines<T> {
  readonly file: string;
  readonly what: StoredFileKind;
  readonly schema: z.ZodType<T>;
  readonly disk: DiskReporter;
  /** What the game has lost when lines cannot be read, in a sentence. */
  readonly lost: string;
  /** Whether a line break follows each line: a last line without one was cut off with the process, and is not damage. */
  readonly isTerminated?: boolean;
}

const LINE_BREAK = 0x0a;
/** Lines that are parsed without a turn of the event loop in between. */
const LINES_AT_ONCE = 500;

/** A file of JSON Lines that only grows. */
export class LinesFile<T> {
  readonly #stored: StoredLines<T>;

  constructor(stored: StoredLines<T>) {
    this.#stored = stored;
  }

  /**
   * All lines; none when there is no such file. A damaged file is put aside, and the lines that can be read are written
   * anew. Throws FileInaccessible when the disk cannot read it now: it must not be taken for empty and overwritten.
   */
  async read(): Promise<readonly T[]> {
    const { file, schema } = this.#stored;
    const read = await readKeptFile(file);
    const texts = textsIn(file, read);
    return this.#checked(read, texts, await parseLines(schema, texts));
  }

  /** The same at once. */
  readNow(): readonly T[] {
    const { file, schema } = this.#stored;
    const read = readKeptFileSync(file);
    const texts = textsIn(file, read);
    const lines = texts.flatMap((text) => parseLine(schema, text) ?? []);
    return this.#checked(read, texts, lines);
  }

  /** Writes the lines at once; whether the disk has taken them. A write failure is reported, and the game continues. */
  append(lines: readonly T[]): boolean {
    const { file, what, disk, isTerminated } = this.#stored;
    const text = `${textOfLines(lines)}${isTerminated === true ? '\n' : ''}`;
    try {
      retryAfterClearingSync(disk, what, file, () => appendTo(file, text));
      disk.writeSucceeded(what);
      return true;
    } catch (error) {
      disk.writeFailed(what, error);
      return false;
    }
  }

  #checked(read: FileRead, texts: readonly string[], lines: readonly T[]): readonly T[] {
    const { file, what, disk, lost } = this.#stored;
    const unreadable = texts.length - lines.length - (this.#isCutOff(read, texts) ? 1 : 0);
    const unread = unreadable > 0 ? `${unreadable} of its lines cannot be read` : undefined;
    const reason = read.kind === 'damaged' ? read.reason : unread;
    if (reason === undefined) return lines;
    disk.quarantine(what, { file, reason, lost });
    if (lines.length > 0) this.append(lines);
    return lines;
  }

  #isCutOff(read: FileRead, texts: readonly string[]): boolean {
    const { isTerminated = false, schema } = this.#stored;
    const isOpen = isTerminated && read.kind === 'read' && read.bytes.at(-1) !== LINE_BREAK;
    return isOpen && texts.length > 0 && parseLine(schema, texts.at(-1) ?? '') === undefined;
  }
}

function appendTo(file: string, text: string): void {
  const descriptor = inFolderOf(file, () => openSync(file, APPENDING));
  try {
    writeFileSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
}

/** The lines that can be read of a file that another may be writing to. Throws FileInaccessible when the disk does not give it now. */
export async function readableLines<T>({
  file,
  schema,
}: Pick<StoredLines<T>, 'file' | 'schema'>): Promise<readonly T[]> {
  return parseLines(schema, textsIn(file, await readKeptFile(file)));
}

async function parseLines<T>(schema: z.ZodType<T>, texts: readonly string[]): Promise<readonly T[]> {
  const lines: T[] = [];
  for (const [at, text] of texts.entries()) {
    if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) await setImmediate();
    const line = parseLine(schema, text);
    if (line !== undefined) lines.push(line);
  }
  return lines;
}

/** Writes the lines to a new file. Rejects when the disk does not take it. */
export async function writeLines(file: string, lines: readonly unknown[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, textOfLines(lines));
}

/** The lines of a file, without empty ones; none of a missing or damaged one. Throws FileInaccessible when the disk does not say what is in it. */
export function textsIn(file: string, read: FileRead): readonly string[] {
  if (read.kind === 'inaccessible') throw new FileInaccessible(file, read.reason);
  if (read.kind !== 'read') return [];
  return read.bytes
    .toString('utf8')
    .split('\n')
    .filter((text) => text !== '');
}

/** Lines as the file has them. Each begins with a line break: a full disk may have cut off the line before. */
export function textOfLines(lines: readonly unknown[]): string {
  return lines.map((line) => `\n${JSON.stringify(line)}`).join('');
}

/** The value in a line; undefined when the line does not fit the schema. */
export function parseLine<T>(schema: z.ZodType<T>, text: string): T | undefined {
  return schema.safeParse(parseJson(text)).data;
}
