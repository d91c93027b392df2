import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { readKeptFile } from '#shared/core/disk/read-file.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import type { StoredFileKind } from '#shared/protocol/disk.js';
import type { DiskReporter } from './disk-monitor.js';
import { retryAfterClearing } from './stored-files.js';

/** A file of JSON Lines of a game, and how its lines are read. */
export interface StoredLines<T> {
  readonly file: string;
  readonly what: StoredFileKind;
  readonly schema: z.ZodType<T>;
  readonly disk: DiskReporter;
  /** What the game has lost when lines cannot be read, in a sentence. */
  readonly lost: string;
}

/** Lines that are parsed without a turn of the event loop in between. */
const LINES_AT_ONCE = 500;

/** A file of JSON Lines that only grows. Appends are written in the order in which they were asked for. */
export class LinesFile<T> {
  readonly #stored: StoredLines<T>;
  readonly #order = new SerialQueue();

  constructor(stored: StoredLines<T>) {
    this.#stored = stored;
  }

  /**
   * All lines; none when there is no such file. A damaged file is put aside, and the lines that can be read are written
   * anew. Rejects when the disk does not give it now: it must not be taken for empty, and then be written on.
   */
  async read(): Promise<readonly T[]> {
    const { file, what, disk, lost } = this.#stored;
    const read = await readKeptFile(file);
    if (read.kind === 'missing') return [];
    if (read.kind === 'inaccessible') throw new Error(`${basename(file)} cannot be read now: ${read.reason}`);
    const texts = read.kind === 'read' ? textsIn(read.bytes) : [];
    const lines = await parseLines(this.#stored.schema, texts);
    const unreadable = texts.length - lines.length;
    if (read.kind === 'read' && unreadable === 0) return lines;
    const reason = read.kind === 'damaged' ? read.reason : `${unreadable} of its lines cannot be read`;
    disk.quarantine(what, { file, reason, lost });
    if (lines.length > 0) await this.append(lines);
    return lines;
  }

  /** Settles with whether the lines are on disk. A write failure is reported, and the game continues. */
  append(lines: readonly T[]): Promise<boolean> {
    const text = textOfLines(lines);
    return this.#order.run(() => this.#write(text));
  }

  async #write(text: string): Promise<boolean> {
    const { file, what, disk } = this.#stored;
    try {
      await retryAfterClearing(disk, what, file, async () => {
        await mkdir(dirname(file), { recursive: true });
        disk.checkOwned();
        await appendFile(file, text);
      });
      disk.writeSucceeded(what);
      return true;
    } catch (error) {
      disk.writeFailed(what, error);
      return false;
    }
  }
}

/** The lines that can be read of a file that another may be writing to. Rejects when the disk does not give it now. */
export async function readableLines<T>({
  file,
  schema,
}: Pick<StoredLines<T>, 'file' | 'schema'>): Promise<readonly T[]> {
  const read = await readKeptFile(file);
  if (read.kind === 'inaccessible') throw new Error(`${basename(file)} cannot be read now: ${read.reason}`);
  return read.kind === 'read' ? parseLines(schema, textsIn(read.bytes)) : [];
}

async function parseLines<T>(schema: z.ZodType<T>, texts: readonly string[]): Promise<readonly T[]> {
  const lines: T[] = [];
  for (const [at, text] of texts.entries()) {
    if (at % LINES_AT_ONCE === LINES_AT_ONCE - 1) await setImmediate();
    const line = parseLine(schema, text);
    if (line !== undefined) lines.push(line.value);
  }
  return lines;
}

/** Writes the lines to a new file. Rejects when the disk does not take it. */
export async function writeLines(file: string, lines: readonly unknown[]): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, textOfLines(lines));
}

/** The lines of a file of JSON Lines, without empty ones. */
export function textsIn(bytes: Buffer): readonly string[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((text) => text !== '');
}

/** Lines as they stand in a file. A line break stands in front: the line before may have been cut off by a full disk. */
export function textOfLines(lines: readonly unknown[]): string {
  return lines.map((line) => `\n${JSON.stringify(line)}`).join('');
}

/** The value in a line; undefined when the line does not fit the schema. */
export function parseLine<T>(schema: z.ZodType<T>, text: string): { readonly value: T } | undefined {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? { value: parsed.data } : undefined;
  } catch {
    return undefined;
  }
}
