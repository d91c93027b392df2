import { ok, type Result } from '#shared/core/result.js';
import type { JournalPlace } from '#shared/protocol/link-places.js';
import type { Journal } from './journal.js';

/** What the newest turns of a journal say. */
export interface JournalEnd {
  /** The highest state version that an agent is known to have seen. */
  readonly version: number;
  readonly fence: number;
}

/** The end of a journal. E123 when the disk does not say now. */
export async function journalEnd(journal: Journal): Promise<Result<JournalEnd>> {
  const turns = await journal.turns();
  if (!turns.ok) return turns;
  let fence = 0;
  // Both rise from turn to turn.
  for (const turn of turns.value.toReversed()) {
    const file = await journal.readFile(turn);
    if (!file.ok) return file;
    fence = Math.max(fence, file.value.fence);
    const versions = file.value.lines.map(({ entry }) => ('version' in entry ? entry.version : 0));
    const version = versions.reduce((highest, own) => Math.max(highest, own), 0);
    if (version > 0) return ok({ version, fence });
  }
  return ok({ version: 0, fence });
}

/**
 * The turns whose journal lacks entries of an earlier owner, up to an entry that a gateway was told of; none when that entry
 * is there. A disk that was full leaves no gap in the numbers, because the next owner used them again.
 * E123 when the disk cannot read the journal now.
 */
export async function lackingTurns(
  journal: Journal,
  told: Omit<JournalPlace, 'created'>,
): Promise<Result<readonly number[]>> {
  const turns = await journal.turns();
  if (!turns.ok) return turns;
  let first: number | undefined;
  for (const turn of turns.value.toReversed()) {
    const file = await journal.readFile(turn);
    if (!file.ok) return file;
    const { lines } = file.value;
    const own = lines.filter(({ number, fence }) => number !== undefined && fence <= told.fence);
    if (own.some(({ number = 0 }) => number >= told.entry)) return ok([]);
    const isEnded = own.some(({ entry }) => entry.kind === 'end');
    if (own.length > 0) first ??= isEnded ? turn + 1 : turn;
    if (first !== undefined && turn <= told.turn) break;
  }
  const from = Math.min(first ?? told.turn, told.turn);
  return ok(Array.from({ length: told.turn - from + 1 }, (_, index) => from + index));
}
