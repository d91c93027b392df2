import { expect, test } from 'vitest';
import { stateBefore } from '../../../proxy/actions/changes.js';
import { isConcluded } from '../../../proxy/actions/diplomacy/treaty.js';
import type { Reply } from '../../../proxy/freeciv/brackets.js';
import type { DiplstateType } from '../../../proxy/freeciv/generated/packets.js';
import type { Clause } from '../../../proxy/world/treaty.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** Player 0 negotiates with player 3. */
const recorded = worldAtTurn(60);
const [ME, OTHER] = [0, 3];
const gold = (changed: number): World => {
  const me = must(recorded.players.get(ME));
  const player = { ...me, gold: me.gold + changed };
  return worldWith(recorded, { players: tableWith(recorded.players, ({ playerno }) => playerno, player) });
};

/** The answer of a server to an acceptance, by who accepts then. */
function accepted(iAccepted: boolean, otherAccepted: boolean): readonly Reply[] {
  const fields = { counterpart: OTHER, iAccepted, otherAccepted };
  return [{ packets: [{ name: 'diplomacy_accept_treaty', fields }], messages: [] }];
}
const byBoth = accepted(true, true);

function isHeld(world: World, clauses: readonly Clause[], replies = byBoth): boolean {
  return isConcluded(stateBefore(recorded), world, OTHER, clauses, replies);
}

function standing(type: DiplstateType): World {
  const entries = [...recorded.diplomacy.values()].map((entry) => ({ ...entry, type, contactTurnsLeft: 9 }));
  return worldWith(recorded, {
    diplomacy: tableWith(recorded.diplomacy, ({ diplstateId }) => diplstateId, ...entries),
  });
}

const clause = (type: Clause['type'], giver = ME, value = 0): Clause => ({ type, giver, value });

test('a treaty holds once both sides have accepted it', () => {
  expect(isHeld(recorded, [])).toBe(true);
  expect(isHeld(recorded, [clause('CLAUSE_EMBASSY')])).toBe(true);
  for (const replies of [[], accepted(true, false), accepted(false, true)])
    expect(isHeld(recorded, [], replies)).toBe(false);
});

test.each([
  ['CLAUSE_CEASEFIRE', 'DS_CEASEFIRE'],
  ['CLAUSE_PEACE', 'DS_ARMISTICE'],
  ['CLAUSE_ALLIANCE', 'DS_ALLIANCE'],
] as const)('a treaty of %s holds where the players stand in %s then', (type, state) => {
  expect(isHeld(standing(state), [clause(type)])).toBe(true);
  expect(isHeld(standing('DS_WAR'), [clause(type)])).toBe(false);
});

test('a treaty that gives a city holds once the city is no longer that of the giver', () => {
  const city = must(recorded.cities.get(133));
  const given = worldWith(recorded, {
    cities: tableWith(recorded.cities, ({ id }) => id, { ...city, owner: OTHER }),
  });
  expect(isHeld(given, [clause('CLAUSE_CITY', ME, 133)])).toBe(true);
  expect(isHeld(recorded, [clause('CLAUSE_CITY', ME, 133)])).toBe(false);
});

test.each([
  ['given', ME, -5, true],
  ['given', ME, 0, false],
  ['got', OTHER, 5, true],
  ['got', OTHER, 0, false],
])(
  'a treaty by which gold is %s by player %i holds where the own gold changes by %i: %s',
  (_way, giver, changed, holds) => {
    expect(isHeld(gold(changed), [clause('CLAUSE_GOLD', giver, 5)])).toBe(holds);
  },
);

test('where both sides pay, gold does not show whether a treaty holds', () => {
  const both = [clause('CLAUSE_GOLD', ME, 5), clause('CLAUSE_GOLD', OTHER, 5)];
  expect(isHeld(gold(0), both)).toBe(true);
});

test('a treaty holds only where each of its clauses is kept', () => {
  const clauses = [clause('CLAUSE_EMBASSY'), clause('CLAUSE_GOLD', ME, 5)];
  expect(isHeld(gold(-5), clauses)).toBe(true);
  expect(isHeld(gold(0), clauses)).toBe(false);
});
