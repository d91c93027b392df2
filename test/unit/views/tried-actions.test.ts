import { expect, test } from 'vitest';
import { adviceOf } from '../../../features/advisor/advice/advice.js';
import { actionKey, TriedActions } from '../../../features/advisor/advice/tried-actions.js';
import { situationOf } from '../../../features/advisor/situation.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const workers = must(recorded.units.get(108));
const legion = must(recorded.units.get(131));
const [city] = [...recorded.cities.values()].filter(({ owner }) => owner === 0);
const explore = { action_type: 'unit_explore', unit_id: workers.id } as const;
const improve = { action_type: 'unit_auto_work', unit_id: workers.id } as const;
const produce = { action_type: 'city_production', city_id: must(city).id, target: 'library' } as const;

function inTurn(world: World, turn: number): World {
  return worldWith(world, { game: { ...must(world.game), turn } });
}

test('what a unit was refused is not advised again until it or a stranger beside it is elsewhere', () => {
  const tried = new TriedActions();
  tried.begin(recorded, improve)(true);
  expect(tried.has(inTurn(recorded, 90), improve)).toBe(true);
  const moved = worldWithUnits(recorded, unitWith(workers, { tile: workers.tile + 1 }));
  expect(tried.has(moved, improve)).toBe(false);
  const visited = worldWithUnits(recorded, { ...legion, id: 9001, tile: workers.tile + 1 });
  expect(tried.has(visited, improve)).toBe(false);
});

test('a unit whose exploring was refused is not advised to explore for ten turns, also elsewhere', () => {
  const tried = new TriedActions();
  tried.begin(recorded, explore)(true);
  const moved = worldWithUnits(recorded, unitWith(workers, { tile: workers.tile + 1 }));
  expect(tried.has(inTurn(moved, 70), explore)).toBe(true);
  expect(tried.has(inTurn(moved, 71), explore)).toBe(false);
});

test('a unit that was refused two places where it stands is sent to none, until it stands elsewhere', () => {
  const tried = new TriedActions();
  const settle = (x: number) => ({ action_type: 'settle', unit_id: workers.id, x, y: 4 }) as const;
  for (let times = 0; times < 2; times += 1) tried.begin(recorded, settle(1))(true);
  expect(tried.has(recorded, settle(3))).toBe(false);
  tried.begin(recorded, settle(2))(true);
  expect(tried.has(recorded, settle(3))).toBe(true);
  expect(tried.has(recorded, { ...settle(3), unit_id: legion.id })).toBe(false);
  expect(tried.has(recorded, explore)).toBe(false);
  const moved = worldWithUnits(recorded, unitWith(workers, { tile: workers.tile + 1 }));
  expect(tried.has(moved, settle(3))).toBe(false);
});

test('an upgrade that was refused is not advised again for four turns: gold for it may come', () => {
  const tried = new TriedActions();
  const upgrade = { action_type: 'unit_upgrade', unit_id: legion.id, max_cost: 80 } as const;
  tried.begin(recorded, upgrade)(true);
  expect(tried.has(inTurn(recorded, 64), { ...upgrade, max_cost: 60 })).toBe(true);
  expect(tried.has(inTurn(recorded, 65), upgrade)).toBe(false);
});

test('what was done and had no lasting effect is advised again after four turns', () => {
  const tried = new TriedActions();
  tried.begin(recorded, explore)(false);
  expect(tried.has(inTurn(recorded, 64), explore)).toBe(true);
  expect(tried.has(inTurn(recorded, 65), explore)).toBe(false);
});

test('what a city was refused is advised again when it has grown', () => {
  const tried = new TriedActions();
  tried.begin(recorded, produce)(true);
  expect(tried.has(recorded, produce)).toBe(true);
  expect(tried.has(recorded, { ...produce, target: 'temple' })).toBe(false);
  const grown = { ...must(city), size: must(city).size + 1 };
  const cities = tableWith(recorded.cities, ({ id }) => id, grown);
  expect(tried.has(worldWith(recorded, { cities }), produce)).toBe(false);
});

test('an action is the same however its actor is named, and others that are never advised are not kept', () => {
  const tried = new TriedActions();
  tried.begin(recorded, { type: 'unit_explore', actor_id: workers.id, turn: 60 })(true);
  expect(tried.has(recorded, explore)).toBe(true);
  const move = { action_type: 'unit_patrol', unit_id: workers.id, x: 1, y: 1 } as const;
  tried.begin(recorded, move)(true);
  expect(tried.has(recorded, move)).toBe(false);
});

test('an action of a megabyte is kept by a short key', () => {
  expect(actionKey({ ...explore, more: 'x'.repeat(1 << 20) })).toHaveLength(16);
});

test('every action of advice is kept once it was tried, and the advice is another', () => {
  let count = 0;
  for (const turn of [2, 10, 20, 40, 60]) {
    const world = worldAtTurn(turn);
    const tried = new TriedActions();
    const situation = situationOf(world);
    const advice = adviceOf(situation, []);
    count += advice.length;
    for (const { do: action } of advice) tried.begin(world, action)(true);
    const next = adviceOf(situation, [], (action) => tried.has(world, action));
    const told = new Set(advice.map(({ do: action }) => JSON.stringify(action)));
    expect(next.filter(({ do: action }) => told.has(JSON.stringify(action)))).toEqual([]);
  }
  expect(count).toBeGreaterThan(5);
});
