import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { readKeptFile } from '#shared/core/disk/read-file.js';
import { turnMarkSchema } from '#shared/protocol/agent-answers.js';

const actionSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  /** The turn mark that an end_turn declares. */
  declares: turnMarkSchema.optional(),
});

const journalEntrySchema = z.discriminatedUnion('kind', [
  /** The turn began for an agent; `version` is its state version. */
  z.strictObject({ kind: z.literal('begin'), version: z.int() }),
  z.strictObject({
    kind: z.literal('packet'),
    agentId: z.string(),
    action: actionSchema.optional(),
    name: z.string(),
    fields: z.record(z.string(), z.unknown()),
    /** It is in the form of its version: a person's client has sent it. */
    isWire: z.literal(true).optional(),
    /** The digest of its effects, see proof.ts. */
    proof: z.string(),
    version: z.int(),
  }),
  /** The agent took the seat of this player from an AI. */
  z.strictObject({ kind: z.literal('take'), agentId: z.string(), player: z.string() }),
  z.strictObject({ kind: z.literal('console'), line: z.string() }),
  z.strictObject({ kind: z.literal('end') }),
  /** redraw: the turn ends with other random numbers, because servers died. gap: entries before it are lost, and the agents were notified. */
  z.strictObject({ kind: z.literal(['redraw', 'gap']) }),
]);

/** One entry of a journal, without its number. */
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** An entry with its number, as a line of a file. */
export interface JournalLine {
  readonly entry: JournalEntry;
  /** Entries of a game are numbered from 1 on through all its turns; undefined in a line of before that was so. */
  readonly number: number | undefined;
  /** Of the proxy that wrote it; 0 in a line of before games changed their owners. */
  readonly fence: number;
}

/** JSON that ends with its number, the writer's fence and the CRC-32 of what is before: gaps and changes are noticed. */
export function formatEntry(entry: JournalEntry, number: number, fence = 0): string {
  return summed(`${jsonOf(entry).slice(0, -1)},"n":${number}${fence > 0 ? `,"f":${fence}` : ''}`);
}

/** The line that makes the proxy the owner: later lines of a lower fence do not count. */
export function formatOwner(fence: number): string {
  return summed(`{"owner":${fence}`);
}

function summed(text: string): string {
  return `${text},"sum":"${sumOf(text)}"}\n`;
}

/** As lines were before they had numbers; for what takes the place of a line whose number is not known. */
export function formatUnnumbered(entry: JournalEntry): string {
  return `${jsonOf(entry)}\n`;
}

function jsonOf(entry: JournalEntry): string {
  // Few entries have them, and to ask for each value costs more than all the rest.
  if (!hasSetsOrBytes(entry)) return JSON.stringify(entry);
  return JSON.stringify(entry, (_, value) => {
    if (value instanceof Set) return { set: [...value] };
    return value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value;
  });
}

function hasSetsOrBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (value instanceof Set || value instanceof Uint8Array) return true;
  return Object.values(value).some(hasSetsOrBytes);
}

const writtenSetSchema = z.strictObject({ set: z.array(z.unknown()) });
const writtenBytesSchema = z.strictObject({ bytes: z.base64() });
const numberSchema = z.int().positive();

/** Undefined for a line that is damaged or is not an entry. */
function parseEntry(line: string): JournalLine | undefined {
  const [, numbered, sum] = /^(.*),"sum":"([0-9a-f]{8})"\}$/.exec(line) ?? [];
  if (numbered !== undefined && sumOf(numbered) !== sum) return undefined;
  try {
    const value: unknown = JSON.parse(numbered === undefined ? line : `${numbered}}`, revive);
    return numbered === undefined ? lineOf(value, undefined, 0) : numberedLine(value);
  } catch {
    return undefined;
  }
}

function numberedLine(value: unknown): JournalLine | undefined {
  const parsed = z.looseObject({ n: numberSchema, f: z.int().nonnegative().default(0) }).safeParse(value);
  if (!parsed.success) return undefined;
  const { n, f, ...entry } = parsed.data;
  return lineOf(entry, n, f);
}

function lineOf(value: unknown, number: number | undefined, fence: number): JournalLine | undefined {
  const parsed = journalEntrySchema.safeParse(value);
  return parsed.success ? { entry: parsed.data, number, fence } : undefined;
}

/** The fence of a line that formatOwner made; undefined for another line. */
function ownerIn(text: string): number | undefined {
  const [, start, fence, sum] = /^(\{"owner":(\d+)),"sum":"([0-9a-f]{8})"\}$/.exec(text) ?? [];
  return start !== undefined && sumOf(start) === sum ? Number(fence) : undefined;
}

interface ReadLines {
  readonly lines: readonly JournalLine[];
  readonly unreadable: number;
  /** The numbers of lines that an earlier owner wrote too late to count: they are not missing. */
  readonly late: readonly number[];
  /** The highest up to the end of these lines, of entries and of owners. */
  readonly fence: number;
}

/** Reads lines in their order, without those that an earlier owner wrote after a later one had begun. */
export function readLines(texts: readonly string[], before: number): ReadLines {
  let fence = before;
  let unreadable = 0;
  const lines: JournalLine[] = [];
  const late: number[] = [];
  for (const text of texts) {
    const line = parseEntry(text);
    const own = line?.fence ?? ownerIn(text);
    if (own === undefined) unreadable += 1;
    else if (line?.number !== undefined && own < fence) late.push(line.number);
    else if (line !== undefined) lines.push(line);
    fence = Math.max(fence, own ?? 0);
  }
  return { lines, late, unreadable, fence };
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object') return value;
  const set = writtenSetSchema.safeParse(value);
  if (set.success) return new Set(set.data.set);
  const bytes = writtenBytesSchema.safeParse(value);
  return bytes.success ? new Uint8Array(Buffer.from(bytes.data.bytes, 'base64')) : value;
}

/** No turn of agents at their rate limit comes near; it bounds the disk a broken one can take. */
export const MAX_TURN_BYTES = 64 << 20;

/** A turn's file of a journal. */
export interface JournalFile extends ReadLines {
  /** Why lines are lost; undefined when all lines can be read. */
  readonly damage: string | undefined;
  /** False when there is no such file. */
  readonly exists: boolean;
}

/** What can be read of a turn's file; a string: why the disk does not give it. `before`: highest fence of earlier turns. */
export async function readJournalFile(path: string, before = 0): Promise<JournalFile | string> {
  const none = { lines: [], late: [], unreadable: 0, fence: before };
  const read = await readKeptFile(path, 2 * MAX_TURN_BYTES);
  if (read.kind === 'inaccessible') return read.reason;
  if (read.kind === 'missing') return { ...none, damage: undefined, exists: false };
  if (read.kind === 'damaged') return { ...none, damage: read.reason, exists: true };
  const texts = read.bytes
    .toString('utf8')
    .split('\n')
    .filter((text) => text !== '');
  const found = readLines(texts, before);
  const { unreadable } = found;
  const damage = unreadable === 0 ? undefined : `${unreadable} of ${texts.length} lines cannot be read`;
  return { ...found, damage, exists: true };
}
