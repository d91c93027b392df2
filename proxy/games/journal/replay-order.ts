import type { JournalEntry } from './journal-file.js';

/**
 * The entries of a turn in the order in which they are played again. A `redraw` gives the end of the turn other random
 * numbers: entries that end the turn move behind it. All others keep their order, and with it their random numbers.
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
