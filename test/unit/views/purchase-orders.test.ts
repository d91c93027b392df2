import { expect, test } from 'vitest';
import { purchaseOrders } from '../../../features/advisor/advice/city-orders.js';
import type { CityChoice } from '../../../features/advisor/production/advice.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { type Target, targetOf } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const [nesa, kussara, hattusas] = [133, 143, 150].map((id) => must(recorded.cities.get(id)));
const improvement = (name: string): Target =>
  must(
    targetOf(
      recorded,
      'VUT_IMPROVEMENT',
      must([...recorded.ruleset.improvements.values()].find(({ ruleName }) => ruleName === name)).id,
    ),
  );
const [PYRAMIDS, TEMPLE] = [improvement('Pyramids'), improvement('Temple')];

/** A city that has begun something at 10 shields a turn, which costs so much gold. */
function building(
  city: City | undefined,
  target: Target,
  buyCost: number,
  changes: Partial<City['detail']> = {},
) {
  const made = { productionKind: target.kind, productionValue: target.value, shieldStock: 0, didBuy: false };
  const surplus = [0, 10, 0, 0, 0, 0];
  return { ...must(city), detail: { ...must(must(city).detail), ...made, surplus, buyCost, ...changes } };
}

/** What is bought with a treasury when gold is worth so many points; five turns are left. */
function orders(gold: number, worth: number, cities: readonly City[], choices: readonly CityChoice[] = []) {
  const player = { ...must(recorded.players.get(0)), gold };
  const world = worldWith(recorded, {
    players: tableWith(recorded.players, ({ playerno }) => playerno, player),
    cities: tableWith(recorded.cities, ({ id }) => id, ...cities),
  });
  const situation = { ...situationOf(world), cities };
  const all = { food: 0, shields: 0, bulbs: 0, gold: worth };
  return purchaseOrders(situation, choices, all, 5).map(({ do: { city_id, max_cost }, why }) => ({
    city: city_id,
    cost: max_cost,
    why,
  }));
}

const bought = (...of: Parameters<typeof orders>) => orders(...of).map(({ city }) => city);

test('wonders that would not be ready are bought, cheapest first, down to a reserve of 10 gold', () => {
  const cities = [
    building(nesa, PYRAMIDS, 100),
    building(kussara, PYRAMIDS, 60),
    building(hattusas, PYRAMIDS, 90),
  ];
  expect(bought(260, 0.001, cities)).toEqual([143, 150, 133]);
  expect(bought(259, 0.001, cities)).toEqual([143, 150]);
  expect(bought(160, 0.001, cities)).toEqual([143, 150]);
  expect(bought(159, 0.001, cities)).toEqual([143]);
  expect(bought(69, 0.001, cities)).toEqual([]);
});

test('what costs more than is left does not keep from what is worth less for its gold', () => {
  const cities = [
    building(kussara, PYRAMIDS, 50),
    building(nesa, TEMPLE, 101),
    building(hattusas, PYRAMIDS, 90),
  ];
  expect(bought(160, 0.001, cities, [temple(nesa, 100)])).toEqual([133]);
  expect(bought(151, 0.001, cities, [temple(nesa, 100)])).toEqual([133]);
  expect(bought(110, 0.001, cities, [temple(nesa, 100)])).toEqual([143]);
});

test('the advice to buy says what is bought, and when it would be ready otherwise', () => {
  const idle = building(kussara, PYRAMIDS, 60, { surplus: [0, 0, 0, 0, 0, 0] });
  const [first, second] = orders(200, 0.001, [building(nesa, PYRAMIDS, 50), idle]);
  const turns = Math.ceil(PYRAMIDS.thing.buildCost / 10);
  expect(first).toEqual({
    city: 133,
    cost: 50,
    why: `pyramids next turn, else in ${turns} turns`,
  });
  expect(second).toEqual({
    city: 143,
    cost: 60,
    why: 'pyramids next turn, it makes no progress',
  });
});

/** The choice of a city to build a Temple for so many points, which it does in two turns or next turn at the soonest. */
function temple(city: City | undefined, points: number): CityChoice {
  return { city: must(city), choice: { target: TEMPLE, why: '', turns: 2, soonest: 1, points } };
}

test('a building that the city should build is bought for the points of the turns until it is ready', () => {
  const turns = Math.ceil(TEMPLE.thing.buildCost / 10);
  const gain = (10 / 2) * (turns - 1);
  const cities = [building(nesa, TEMPLE, 100)];
  const choices = [temple(nesa, 10)];
  // It must be worth one and a half times its price.
  expect(bought(150, gain / 149, cities, choices)).toEqual([]);
  expect(bought(150, gain / 151, cities, choices)).toEqual([133]);
  expect(bought(150, gain / 151, cities)).toEqual([]);
  expect(bought(150, gain / 151, cities, [temple(kussara, 10)])).toEqual([]);
});

test('with more than 200 gold above the reserve a purchase need be worth only a part of its price', () => {
  const cities = [building(nesa, PYRAMIDS, 100)];
  const worth = 5 / 100;
  expect(bought(210, worth, cities)).toEqual([]);
  expect(bought(211, worth, cities)).toEqual([133]);
  expect(bought(211, 5 / 39, cities)).toEqual([]);
  expect(bought(211, 5 / 41, cities)).toEqual([133]);
});

test('a city that has bought in this turn is not told to buy again', () => {
  expect(bought(200, 0.001, [building(nesa, PYRAMIDS, 50, { didBuy: true })])).toEqual([]);
});
