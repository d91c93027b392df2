import { expect, test } from 'vitest';
import { moveRate } from '../../../proxy/rules/units/unit-type.js';
import type { World } from '../../../proxy/world/world.js';
import { must, unitWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** The classic ruleset, of 3 fragments a move: land moves at least 1 tile, ships at least 2. */
const recorded = worldAtTurn(60);
const { ruleset } = recorded;
const archers = must(recorded.units.get(170));
const AT_SEA = must(recorded.units.get(213)).tile;

/** Fragments a turn of a unit of a type with so many hit points. */
function rate(name: string, hp: number, changes: { veteran?: number } = {}, world: World = recorded): number {
  const type = must([...world.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name));
  return moveRate(
    world,
    unitWith(archers, { type: type.id, tile: AT_SEA, hp, veteran: 0, ...changes }),
    type,
  );
}

test.each([
  ['Armor', 30, 9],
  ['Armor', 20, 6],
  ['Armor', 11, 3],
  ['Armor', 19, 5],
  ['Armor', 1, 3],
  ['Destroyer', 15, 9],
  ['Destroyer', 1, 6],
  ['Archers', 1, 3],
])(
  'a damaged unit is slower, but not slower than its class: %s with %i hit points moves %i',
  (name, hp, fragments) => {
    expect(rate(name, hp)).toBe(fragments);
  },
);

test('an aircraft is as fast when it is damaged', () => {
  expect(rate('Fighter', 1)).toBe(30);
});

test('a unit whose type is slower than its class stays as slow', () => {
  const slow = new Map(ruleset.unitTypes);
  const armor = must([...slow.values()].find(({ ruleName }) => ruleName === 'Armor'));
  slow.set(armor.id, { ...armor, moveRate: 1 });
  expect(rate('Armor', 30, {}, worldWith(recorded, { ruleset: { ...ruleset, unitTypes: slow } }))).toBe(1);
});

test('an effect gives whole moves, to each unit that meets its requirements, however damaged', () => {
  const effect = {
    ...{ effectType: 'EFT_MOVE_BONUS' as const, effectValue: 2, hasMultiplier: false, multiplier: 0 },
    ...{ reqsCount: 0, reqs: [] },
  };
  const effects = [...ruleset.effects, effect];
  const world = worldWith(recorded, { ruleset: { ...ruleset, effects } });
  expect(rate('Armor', 30, {}, world)).toBe(9 + 2 * 3);
  expect(rate('Armor', 20, {}, world)).toBe(6 + 2 * 3);
});

test('experience gives fragments: by the levels of the type, else by those of the ruleset', () => {
  const game = { ...must(ruleset.game), moveBonus: [0, 1, 2, 3] };
  const world = worldWith(recorded, { ruleset: { ...ruleset, game } });
  expect(rate('Armor', 30, { veteran: 2 }, world)).toBe(9 + 2);
  expect(rate('Armor', 30, { veteran: 9 }, world)).toBe(9);
  expect(rate('Spy', 10, { veteran: 2 }, world)).toBe(9);
});
