import { open, readFile } from 'node:fs/promises';
import type { TurnMark } from '#shared/protocol/agent-answers.js';
import { type PlacedRecord, RECORD_HEAD_BYTES } from '#shared/protocol/spectator/recording-format.js';
import type { NativeBlock, Usage } from '#shared/protocol/transcript.js';
import type { UsageReport } from '#shared/protocol/usage.js';
import { inflateSegment, MAX_HEADER_BYTES, readRecords } from '../recording/record.js';

/** The first line of the decisions of one seat. */
export interface DecisionsHeader {
  readonly format: 'freeciv-decisions';
  readonly version: number;
  readonly game_id: string;
  readonly player: number;
  readonly agent: string;
}

/** A state as the agent got it, with its offers. */
export interface ShownState {
  readonly turn: number;
  readonly format: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An action of the agent, with its verdict. */
export interface TakenAction {
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Score of the player before the action. */
  readonly score: number;
  /** As the agent has sent it. */
  readonly action: Readonly<Record<string, unknown>>;
  readonly verdict: Readonly<Record<string, unknown>>;
}

interface KeptTranscript {
  readonly turn: number;
  /** In the form of the model's provider. */
  readonly blocks: readonly NativeBlock[];
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
}

/** A line of the file; the lines are in the order of events. */
export type DecisionLine =
  | { readonly shown: ShownState }
  | { readonly taken: TakenAction }
  | { readonly transcript: KeptTranscript }
  /** How a turn of the agent ended. */
  | { readonly turn_mark: { readonly turn: number; readonly mark: TurnMark } }
  /** What its model took for a turn. */
  | { readonly usage: UsageReport }
  /** Score of its player at the start of a turn, or at the end of the game. */
  | { readonly score: { readonly turn: number; readonly score: number } }
  /** Lines were lost here: the next action was not decided on the state before this line. */
  | { readonly gap: true };

const DECISIONS_VERSION = 1;

/** The first line of a new file. */
export function newDecisionsHeader(
  header: Pick<DecisionsHeader, 'game_id' | 'player' | 'agent'>,
): DecisionsHeader {
  return { format: 'freeciv-decisions', version: DECISIONS_VERSION, ...header };
}

/** File name, in the folder of the seat's recording. */
export function decisionsFileName(player: number): string {
  return `player-${player}.fcd`;
}

/** The contents of a file of decisions. */
export interface Decisions {
  readonly header: DecisionsHeader;
  lines(): Iterable<DecisionLine>;
}

/** Reads a file up to its last whole record. Rejects when it is not a file of decisions. */
export async function readDecisions(file: string): Promise<Decisions> {
  const bytes = await readFile(file);
  const lineEnd = bytes.indexOf('\n');
  const header = readDecisionsHeader(bytes.toString('utf8', 0, Math.max(0, lineEnd)));
  const { records } = readRecords(bytes.subarray(lineEnd + 1), lineEnd + 1);
  return { header, lines: () => linesOf(bytes, records) };
}

/** The lines of one segment as text, and the byte at which the next one begins; null after the last one. */
export interface DecisionsPart {
  readonly text: string;
  readonly next: number | null;
}

/** How much of a file is read to find the end of a segment, at first. */
const PART_BYTES = 1 << 20;

/** Reads one segment of a file: the first one when `from` is 0, else the one that begins at that byte. */
export async function readDecisionsPart(path: string, from: number): Promise<DecisionsPart> {
  await using file = await open(path);
  const read = async (position: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), { position });
    return buffer.subarray(0, bytesRead);
  };
  const start = from === 0 ? (await read(0, MAX_HEADER_BYTES)).indexOf('\n') + 1 : from;
  for (let length = PART_BYTES; ; length *= 2) {
    const bytes = await read(start, length);
    const { records } = readRecords(bytes, 0);
    const end = records.findIndex(({ kind }, index) => index > 0 && kind === 'snapshot');
    if (end < 0 && bytes.length === length) continue;
    const payloads = records
      .slice(0, end < 0 ? records.length : end)
      .map(({ offset, length: size }) => bytes.subarray(offset, offset + size));
    const after = records[end]?.offset;
    const next = after === undefined ? null : start + after - RECORD_HEAD_BYTES;
    return { text: payloads.length === 0 ? '' : inflateSegment(Buffer.concat(payloads)), next };
  }
}

/** Inflates one segment at a time. */
function* linesOf(bytes: Buffer, records: readonly PlacedRecord[]): Generator<DecisionLine> {
  for (let at = 0; at < records.length; ) {
    const next = records.findIndex(({ kind }, index) => index > at && kind === 'snapshot');
    const end = next < 0 ? records.length : next;
    const payloads = records
      .slice(at, end)
      .map(({ offset, length }) => bytes.subarray(offset, offset + length));
    for (const line of inflateSegment(Buffer.concat(payloads)).split('\n'))
      if (line !== '') yield readLine(line);
    at = end;
  }
}

/** Parses the first line. Throws when it is not that of a readable version. */
export function readDecisionsHeader(line: string): DecisionsHeader {
  const header = parseHeader(line);
  if (header?.format === 'freeciv-decisions' && header.version === DECISIONS_VERSION) return header;
  throw new Error(`not a file of decisions of version ${DECISIONS_VERSION}`);
}

function parseHeader(line: string): DecisionsHeader | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readLine(line: string): DecisionLine {
  return JSON.parse(line);
}
