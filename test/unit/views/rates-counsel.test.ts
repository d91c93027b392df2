import { expect, test } from 'vitest';
import { calmingRates } from '../../../features/advisor/counsel/rates-counsel.js';
import { currentRates, realmBasis, realmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const game = must(recorded.game);
const me = must(recorded.players.get(0));
const nesa = must(recorded.cities.get(133));

/** The rates that end disorder, where Nesa has so many citizens and no luxury is made. */
function calming(size: number, changes: Partial<World> = {}, player: Partial<typeof me> = {}) {
  const world = worldWith(recorded, {
    cities: tableWith(recorded.cities, ({ id }) => id, { ...nesa, size }),
    players: tableWith(recorded.players, ({ playerno }) => playerno, {
      ...me,
      tax: 40,
      luxury: 0,
      science: 60,
      ...player,
    }),
    ...changes,
  });
  const basis = realmBasis(world, 0);
  const now = realmTotals(basis);
  return { disorder: now.disorder, line: calmingRates(basis, now), rates: currentRates(world, 0) };
}

test('a realm in order needs no other rates', () => {
  expect(calming(5)).toEqual({ disorder: [], line: undefined, rates: { tax: 40, luxury: 0, science: 60 } });
});

test('luxury that ends disorder is told with the cities and what it costs', () => {
  const { disorder, line } = calming(6);
  expect(disorder).toEqual([nesa.id]);
  expect(line).toMatchObject({
    text: 'rates 40/40/20 (tax/luxury/science) ends disorder in 1 of 1 cities: bulbs 9 to 2, gold -2 to 5',
    weight: 8,
  });
});

test('no rates are told where they end no disorder, or cannot be set', () => {
  expect(calming(30)).toMatchObject({ disorder: [nesa.id], line: undefined });
  expect(calming(6, { game: { ...game, changableTax: false } }).line).toBeUndefined();
  expect(calming(6, {}, { government: game.governmentDuringRevolutionId }).line).toBeUndefined();
});
