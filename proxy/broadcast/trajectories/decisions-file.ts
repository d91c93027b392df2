import { readFile } from 'node:fs/promises';
import { type PlacedRecord, readRecords } from '../../recording/record.js';
import { inflateStretch } from '../../recording/stretch-deflate.js';
import type { DecisionLine, DecisionsHeader } from './decision-line.js';

const VERSION = 1;

export function decisionsHeader(
  header: Pick<DecisionsHeader, 'game_id' | 'player' | 'agent'>,
): DecisionsHeader {
  return { format: 'freeciv-decisions', version: VERSION, ...header };
}

/** Beside the recording of the same seat. */
export function decisionsName(player: number): string {
  return `player-${player}.fcd`;
}

export interface Decisions {
  readonly header: DecisionsHeader;
  lines(): Iterable<DecisionLine>;
}

/** What is in such a file, up to where it is torn. Rejects when it is none. */
export async function readDecisions(file: string): Promise<Decisions> {
  const bytes = await readFile(file);
  const lineEnd = bytes.indexOf('\n');
  const header = readHeader(bytes.toString('utf8', 0, Math.max(0, lineEnd)));
  const { records } = readRecords(bytes.subarray(lineEnd + 1), lineEnd + 1);
  return { header, lines: () => linesOf(bytes, records) };
}

/** One stretch in memory at a time. */
function* linesOf(bytes: Buffer, records: readonly PlacedRecord[]): Generator<DecisionLine> {
  for (let at = 0; at < records.length; ) {
    const next = records.findIndex(({ kind }, index) => index > at && kind === 'snapshot');
    const end = next < 0 ? records.length : next;
    const payloads = records
      .slice(at, end)
      .map(({ offset, length }) => bytes.subarray(offset, offset + length));
    for (const line of inflateStretch(Buffer.concat(payloads)).split('\n'))
      if (line !== '') yield readLine(line);
    at = end;
  }
}

/** The first line of such a file. Throws when it is none that can be read. */
export function readHeader(line: string): DecisionsHeader {
  const header = parsedHeader(line);
  if (header?.format === 'freeciv-decisions' && header.version === VERSION) return header;
  throw new Error(`not a file of decisions of version ${VERSION}`);
}

function parsedHeader(line: string): DecisionsHeader | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function readLine(line: string): DecisionLine {
  return JSON.parse(line);
}
