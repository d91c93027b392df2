import { expect, test } from 'vitest';
import { endedTurns } from '../../../proxy/games/journal/ended-turns.js';
import type { JournalEntry } from '../../../proxy/games/journal/journal-file.js';

const end = {
  kind: 'packet',
  name: 'player_phase_done',
  fields: { turn: 4 },
  proof: 'x',
  version: 1,
} as const;

test('a person who has ended its turn has played it, also after a restart of the proxy', () => {
  const entries: readonly JournalEntry[] = [
    { ...end, agentId: 'person', isWire: true },
    { ...end, agentId: 'agent', action: { id: 'a', type: 'end_turn', declares: 'auto_ended' } },
    { ...end, agentId: 'late' },
  ];
  const ended = endedTurns({ turns: [{ turn: 4, entries }], missing: [] });
  expect(ended?.marks).toEqual(
    new Map([
      ['person', 'played'],
      ['agent', 'auto_ended'],
    ]),
  );
});
