import { expect, test } from 'vitest';
import { treatyOrders } from '../../../features/advisor/advice/treaty-orders.js';
import type { Clause, Treaty } from '../../../proxy/world/treaty.js';
import { tableWith, worldWith } from '../../support/changed-world.js';
import { alphabet, market, pottery, THEM } from './support/ai-market.js';

const ME = 0;

const mine = (type: Clause['type'], value = 0): Clause => ({ giver: ME, type, value });
const theirs = (type: Clause['type'], value = 0): Clause => ({ giver: THEM, type, value });

/** What is advised about a treaty that the other player has accepted. */
function advised(clauses: readonly Clause[], changes: Partial<Treaty> = {}, isAi = true): readonly string[] {
  const treaty = { counterpart: THEM, clauses, iAccepted: false, otherAccepted: true, ...changes };
  const recorded = market(200, { known: [pottery], gold: 500, isAi });
  const treaties = tableWith(recorded.treaties, ({ counterpart }) => counterpart, treaty);
  const world = worldWith(recorded, { treaties });
  return treatyOrders(world).map(({ do: { action_type: type, target }, why }) => {
    expect(target).toEqual({ id: THEM });
    return `${type}: ${why}`;
  });
}

const ENDS = 'treaty_cancel_meeting: it asks more than it gives, and blocks other proposals';

test('what costs nothing is accepted, also where both give the same', () => {
  const free = ['treaty_accept: it costs nothing'];
  expect(advised([theirs('CLAUSE_EMBASSY')])).toEqual(free);
  expect(advised([theirs('CLAUSE_VISION'), mine('CLAUSE_VISION')])).toEqual(free);
  expect(advised([theirs('CLAUSE_GOLD', 30)])).toEqual(free);
  expect(advised([theirs('CLAUSE_ALLIANCE')])).toEqual([
    'treaty_accept: allies trade for less, and stand by each other in war',
  ]);
});

test('a technology for a technology and little gold is accepted', () => {
  const swap = [theirs('CLAUSE_ADVANCE', pottery), mine('CLAUSE_ADVANCE', alphabet)];
  const pays = ['treaty_accept: it brings more than it costs'];
  expect(advised(swap)).toEqual(pays);
  expect(advised([...swap, mine('CLAUSE_GOLD', 1)])).toEqual(pays);
});

test('a meeting with an AI ends where it asks for more than it gives, and with others nothing is advised', () => {
  const asked = [
    [mine('CLAUSE_ADVANCE', alphabet)],
    [mine('CLAUSE_VISION')],
    [theirs('CLAUSE_ADVANCE', pottery), mine('CLAUSE_ADVANCE', alphabet), mine('CLAUSE_GOLD', 100_000)],
    [theirs('CLAUSE_GOLD', 100), mine('CLAUSE_ADVANCE', alphabet)],
    [theirs('CLAUSE_ADVANCE', pottery), mine('CLAUSE_CITY', 133)],
  ];
  for (const clauses of asked) {
    expect(advised(clauses)).toEqual([ENDS]);
    expect(advised(clauses, {}, false)).toEqual([]);
  }
});

test('nothing is advised of a treaty that the other has not accepted, or the seat has', () => {
  expect(advised([mine('CLAUSE_VISION')], { otherAccepted: false })).toEqual([]);
  expect(advised([theirs('CLAUSE_EMBASSY')], { iAccepted: true })).toEqual([]);
  expect(advised([])).toEqual([]);
});
