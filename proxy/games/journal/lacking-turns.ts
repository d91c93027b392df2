import { ok, type Result } from '#shared/core/result.js';
import type { JournalPlace } from '#shared/protocol/link-places.js';
import type { Journal } from './journal.js';

/**
 * The turns of which a journal lacks the end of what an earlier owner added, up to an entry that a gateway was told of; none
 * where that entry is there. A disk that took nothing more leaves no gap in the numbers: the next owner used them again.
 * E123 when the disk does not give the journal now.
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
