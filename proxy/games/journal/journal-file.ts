import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { readKeptFile } from '#shared/core/disk/read-file.js';

const actionSchema = z.strictObject({ id: z.string(), type: z.string() });

const journalEntrySchema = z.discriminatedUnion('kind', [
  /** The turn began for an agent; `version` is its state version. */
  z.strictObject({ kind: z.literal('begin'), version: z.int() }),
  /** A packet that the game server has processed. */
  z.strictObject({
    kind: z.literal('packet'),
    agentId: z.string(),
    action: actionSchema.optional(),
    name: z.string(),
    fields: z.record(z.string(), z.unknown()),
    /** The digest of its effects, see proof.ts. */
    proof: z.string(),
    version: z.int(),
  }),
  /** The agent took the seat of this player from an AI. */
  z.strictObject({ kind: z.literal('take'), agentId: z.string(), player: z.string() }),
  /** A command of an operator. */
  z.strictObject({ kind: z.literal('console'), line: z.string() }),
  /** The turn ended. */
  z.strictObject({ kind: z.literal('end') }),
  /** Entries before this one are lost, and the agents were notified. */
  z.strictObject({ kind: z.literal('gap') }),
]);

/** One entry of a journal, without its number. */
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** An entry with its number, as a line of a file. */
export interface JournalLine {
  readonly entry: JournalEntry;
  /** Entries of a game are numbered from 1 on through all its turns; undefined in a line of before that was so. */
  readonly number: number | undefined;
}

/** Its JSON ends with its number and the CRC-32 of all before that, so that a line that is missing or changed is noticed. */
export function formatEntry(entry: JournalEntry, number: number): string {
  const numbered = `${jsonOf(entry).slice(0, -1)},"n":${number}`;
  return `${numbered},"sum":"${sumOf(numbered)}"}\n`;
}

/** As lines were before they had numbers; for what takes the place of a line whose number is not known. */
export function formatUnnumbered(entry: JournalEntry): string {
  return `${jsonOf(entry)}\n`;
}

function jsonOf(entry: JournalEntry): string {
  return JSON.stringify(entry, (_, value) => (value instanceof Set ? { set: [...value] } : value));
}

const writtenSetSchema = z.strictObject({ set: z.array(z.unknown()) });
const numberSchema = z.int().positive();

/** Undefined for a line that is not as it was written. */
export function parseEntry(line: string): JournalLine | undefined {
  const [, numbered, sum] = /^(.*),"sum":"([0-9a-f]{8})"\}$/.exec(line) ?? [];
  if (numbered !== undefined && sumOf(numbered) !== sum) return undefined;
  try {
    const value: unknown = JSON.parse(numbered === undefined ? line : `${numbered}}`, reviveSet);
    return numbered === undefined ? lineOf(value, undefined) : numberedLine(value);
  } catch {
    return undefined;
  }
}

function numberedLine(value: unknown): JournalLine | undefined {
  const parsed = z.looseObject({ n: numberSchema }).safeParse(value);
  if (!parsed.success) return undefined;
  const { n, ...entry } = parsed.data;
  return lineOf(entry, n);
}

function lineOf(value: unknown, number: number | undefined): JournalLine | undefined {
  const parsed = journalEntrySchema.safeParse(value);
  return parsed.success ? { entry: parsed.data, number } : undefined;
}

function sumOf(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

function reviveSet(_key: string, value: unknown): unknown {
  const written = writtenSetSchema.safeParse(value);
  return written.success ? new Set(written.data.set) : value;
}

/** No turn of agents at their rate limit comes near; it bounds the disk a broken one can take. */
export const MAX_TURN_BYTES = 64 << 20;

/** A turn's file of a journal. */
export interface JournalFile {
  readonly lines: readonly JournalLine[];
  /** Why lines are lost; undefined when all lines can be read. */
  readonly damage: string | undefined;
  /** False when there is no such file. */
  readonly exists: boolean;
  /** Lines that cannot be read. */
  readonly unreadable: number;
}

/** What can be read of a turn's file; a string says why the disk does not give it now. */
export async function readJournalFile(path: string): Promise<JournalFile | string> {
  const read = await readKeptFile(path, 2 * MAX_TURN_BYTES);
  if (read.kind === 'inaccessible') return read.reason;
  if (read.kind === 'missing') return { lines: [], damage: undefined, exists: false, unreadable: 0 };
  if (read.kind === 'damaged') return { lines: [], damage: read.reason, exists: true, unreadable: 0 };
  const texts = read.bytes
    .toString('utf8')
    .split('\n')
    .filter((text) => text !== '');
  const lines = texts.flatMap((text) => parseEntry(text) ?? []);
  const unreadable = texts.length - lines.length;
  const damage = unreadable === 0 ? undefined : `${unreadable} of ${texts.length} lines cannot be read`;
  return { lines, damage, exists: true, unreadable };
}
