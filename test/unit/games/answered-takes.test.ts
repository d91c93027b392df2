import { expect, test } from 'vitest';
import type { JournalEntry } from '../../../proxy/games/journal/journal-file.js';
import { withAnsweredTakes } from '../../../proxy/games/restore/taken-seats.js';

const take = (agentId: string, player: string): JournalEntry => ({ kind: 'take', agentId, player });
const line: JournalEntry = { kind: 'console', line: 'set timeout 0' };

test('a seat being taken when the proxy was killed is passed over, and so is an attempt before the last', () => {
  const turns = [
    { turn: 3, entries: [take('ann', 'Caesar'), take('gone', 'Lincoln'), line] },
    { turn: 4, entries: [take('ann', 'Hannibal'), take('ben', 'Lincoln')] },
  ];
  const past = withAnsweredTakes({ turns, missing: [] }, [{ agentId: 'ann' }, { agentId: 'ben' }]);
  expect(past.turns).toEqual([
    { turn: 3, entries: [line] },
    { turn: 4, entries: [take('ann', 'Hannibal'), take('ben', 'Lincoln')] },
  ]);
});
