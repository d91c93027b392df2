import { expect, test } from 'vitest';
import { OwnOrders } from '../../../features/advisor/own-orders.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(50);
const city = must(
  [...world.cities.values()].find(({ owner, detail }) => owner === 0 && detail !== undefined),
);

function atTurn(turn: number, from: World = world): World {
  return worldWith(from, { game: { ...must(from.game), turn } });
}

const production = { action_type: 'city_production', city_id: city.id, target: 'temple' };

test('advice does not tell a unit or city otherwise in the turn in which the agent told it something', () => {
  const orders = new OwnOrders();
  expect(orders.contradicts(world, { action_type: 'unit_fortify', unit_id: 7 })).toBe(false);
  orders.note(world, { action_type: 'unit_sentry', actor_id: 7 });
  expect(orders.contradicts(world, { action_type: 'unit_fortify', unit_id: 7 })).toBe(true);
  expect(orders.contradicts(world, { action_type: 'unit_fortify', unit_id: 8 })).toBe(false);
  expect(orders.contradicts(atTurn(51), { action_type: 'unit_fortify', unit_id: 7 })).toBe(false);
  orders.note(atTurn(51), { action_type: 'unit_sentry', actor_id: 8 });
  expect(orders.contradicts(atTurn(51), { action_type: 'unit_fortify', unit_id: 7 })).toBe(false);
  expect(orders.contradicts(atTurn(51), { action_type: 'unit_fortify', unit_id: 8 })).toBe(true);
});

test('a city goes on with what the agent chose for it, until it builds something else', () => {
  const orders = new OwnOrders();
  orders.note(world, production);
  expect(orders.contradicts(atTurn(60), production)).toBe(true);
  expect(orders.contradicts(atTurn(60), { action_type: 'city_buy', city_id: city.id })).toBe(false);
  const detail = must(city.detail);
  const other = { ...detail, productionValue: detail.productionValue + 1 };
  const cities = tableWith(world.cities, ({ id }) => id, { ...city, detail: other });
  expect(orders.contradicts(atTurn(60, worldWith(world, { cities })), production)).toBe(false);
});

test('the choice of the agent for a city ends when the city has built it, also where it begins another', () => {
  const orders = new OwnOrders();
  orders.note(world, production);
  const detail = { ...must(city.detail), turnLastBuilt: 50 };
  const built = worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, { ...city, detail }) });
  expect(orders.contradicts(atTurn(51, built), production)).toBe(false);
  orders.note(built, production);
  expect(orders.contradicts(atTurn(51, built), production)).toBe(true);
});

test('what the agent told the nation stands for ten turns', () => {
  const orders = new OwnOrders();
  const rates = { action_type: 'player_rates', tax: 40, luxury: 0, science: 60 };
  expect(orders.contradicts(world, rates)).toBe(false);
  orders.note(world, rates);
  expect(orders.contradicts(atTurn(59), rates)).toBe(true);
  expect(orders.contradicts(atTurn(60), rates)).toBe(false);
  expect(orders.contradicts(atTurn(59), { action_type: 'tech_goal', target: 'currency' })).toBe(false);
});

test('advice goes on with what it does not undo: research where there is none, and parts of a spaceship', () => {
  const orders = new OwnOrders();
  for (const name of ['tech_research', 'spaceship_place']) {
    orders.note(world, { action_type: name });
    expect(orders.contradicts(atTurn(51), { action_type: name })).toBe(false);
  }
});

test('a treaty is held for the turn in which the agent saw to one', () => {
  const orders = new OwnOrders();
  const accept = { action_type: 'treaty_accept', target: { id: 2 }, accepted: true };
  expect(orders.contradicts(world, accept)).toBe(false);
  orders.note(world, { ...accept, accepted: false });
  expect(orders.contradicts(world, accept)).toBe(true);
  expect(orders.contradicts(atTurn(51), accept)).toBe(false);
});

test.each(['city_build_unit', 'city_build_improvement'])('%s chooses what a city goes on with', (name) => {
  const orders = new OwnOrders();
  orders.note(world, { ...production, action_type: name });
  expect(orders.contradicts(atTurn(60), production)).toBe(true);
});

test('an order to the nation is one whatever names its player', () => {
  const orders = new OwnOrders();
  const rates = { action_type: 'player_rates', tax: 40, luxury: 0, science: 60 };
  orders.note(world, { ...rates, actor_id: 0 });
  expect(orders.contradicts(atTurn(55), rates)).toBe(true);
});
