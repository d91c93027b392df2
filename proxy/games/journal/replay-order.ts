import type { JournalEntry } from './journal-file.js';

/**
 * The entries of a turn in the order in which they are played again. A server died of how the turn ended before a
 * `redraw`, so the ends of the turn that stand before it come after it; all else keeps its order, and with it the random
 * numbers that it had.
 */
export function inReplayOrder(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const last = entries.findLastIndex(({ kind }) => kind === 'redraw');
  const before = entries.slice(0, last + 1);
  return [
    ...before.filter((entry) => !endsTurn(entry)),
    ...before.filter(endsTurn),
    ...entries.slice(last + 1),
  ];
}

function endsTurn(entry: JournalEntry): boolean {
  return entry.kind === 'end' || (entry.kind === 'packet' && entry.name === 'player_phase_done');
}
