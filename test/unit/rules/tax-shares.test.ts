import { expect, test } from 'vitest';
import { cityBasis, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { OUTPUT_COUNT, outputs } from '../../../proxy/rules/lookup/outputs.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const game = must(recorded.game);
const me = must(recorded.players.get(0));
/** A city in which nothing but trade is made, without bonuses and corruption. */
const city = must(recorded.cities.get(133));

/** Gold, luxury and bulbs that the city makes of so much trade. */
function shares(world: World, trade: number): readonly (number | undefined)[] {
  const none = Array.from({ length: OUTPUT_COUNT }, () => 0);
  const gross = none.with(outputs.trade, trade);
  const basis = { ...cityBasis(world, city), gross, net: gross, waste: none };
  const { prod, disorder } = cityEconomy(world, basis);
  expect(disorder).toBe(false);
  return [prod[outputs.gold], prod[outputs.luxury], prod[outputs.science]];
}

function withRates(science: number, luxury: number, changes: Partial<typeof me> = {}): World {
  const player = { ...me, science, luxury, tax: 100 - science - luxury, ...changes };
  return worldWith(recorded, { players: tableWith(recorded.players, ({ playerno }) => playerno, player) });
}

test.each([
  [10, 60, 0, [4, 0, 6]],
  [10, 30, 50, [2, 5, 3]],
  [3, 60, 0, [1, 0, 2]],
  [4, 60, 0, [2, 0, 2]],
  [5, 30, 60, [1, 3, 1]],
  [1, 40, 60, [0, 1, 0]],
  [0, 40, 60, [0, 0, 0]],
])(
  '%i trade at %i %% science and %i %% luxury: what is left over goes where most is missing',
  (trade, science, luxury, expected) => {
    expect(shares(withRates(science, luxury), trade)).toEqual(expected);
  },
);

test('when shares miss as much, the smaller one gets what is left over', () => {
  expect(shares(withRates(30, 60), 5)).toEqual([1, 3, 1]);
  expect(shares(withRates(10, 60), 5)).toEqual([1, 3, 1]);
});

const forced = { changableTax: false, forcedScience: 30, forcedGold: 70, forcedLuxury: 0 };

test('where the ruleset sets the rates those of the player do not count', () => {
  const world = worldWith(withRates(60, 0), { game: { ...game, ...forced } });
  expect(shares(world, 10)).toEqual([7, 0, 3]);
  const untaxed = { ...forced, forcedScience: 0, forcedGold: 0 };
  expect(shares(worldWith(world, { game: { ...game, ...untaxed } }), 10)).toEqual([0, 0, 0]);
});

test.each([
  ['the player', {}],
  ['the ruleset', forced],
])('all trade becomes luxury in a revolution, whatever rates %s sets', (_who, changes) => {
  const { governmentDuringRevolutionId: government } = game;
  const world = withRates(60, 0, { government });
  expect(shares(worldWith(world, { game: { ...game, ...changes } }), 10)).toEqual([0, 10, 0]);
});

test('nothing becomes of trade while the game or its owner is not told', () => {
  expect(shares(worldWith(recorded, { game: undefined }), 10)).toEqual([0, 0, 0]);
});
