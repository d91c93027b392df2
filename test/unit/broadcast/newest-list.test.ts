import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SpectatorAction } from '#shared/protocol/spectator/agents.js';
import { keptActions } from '#shared/protocol/spectator/view.js';
import { NewestList } from '../../../features/watching/agents/newest-list.js';

function actionOf(player: number, id: number): SpectatorAction {
  return { id, turn: 1, player, type: 'unit_move', text: 'Workers', outcome: 'applied', ms: 1 };
}

test('a list has the same entries whenever it is read, as if it were cut after each that is added', () => {
  const batch = fc.record({ players: fc.array(fc.nat(4), { maxLength: 60 }), isRead: fc.boolean() });
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 12 }), (batches) => {
      const list = new NewestList<SpectatorAction>(keptActions);
      const read: (readonly [entries: readonly SpectatorAction[], expected: string])[] = [];
      let expected: readonly SpectatorAction[] = [];
      let id = 0;
      for (const { players, isRead } of batches) {
        const added = players.map((player) => actionOf(player, ++id));
        list.add(added);
        for (const one of added) expected = keptActions([...expected, one]);
        expect(list.isEmpty).toBe(expected.length === 0);
        if (isRead) read.push([list.entries, JSON.stringify(expected)]);
      }
      expect(list.entries).toEqual(expected);
      // What was read before has not changed since.
      for (const [entries, then] of read) expect(JSON.stringify(entries)).toBe(then);
    }),
  );
});
