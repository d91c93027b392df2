import { expect, test } from 'vitest';
import { situationOf } from '../../../features/advisor/situation.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** Player 0 is at war with player 2, and in a ceasefire with player 3. */
const recorded = worldAtTurn(60);
const legion = must(recorded.units.get(131));
const workers = must(recorded.units.get(108));

function enemies(world: World): readonly number[] {
  return situationOf(world).enemies.map(({ id }) => id);
}

test('enemies are the fighters of players at war with the seat', () => {
  const added = [
    { ...legion, id: 9001 },
    { ...legion, id: 9002, owner: 3 },
    { ...legion, id: 9003, owner: 0 },
    { ...legion, id: 9004, type: workers.type },
  ];
  const world = worldWithUnits(recorded, ...added);
  expect(enemies(world)).toContain(9001);
  for (const id of [9002, 9003, 9004]) expect(enemies(world)).not.toContain(id);
});

test('barbarians are enemies whatever is told of a treaty', () => {
  const wild = { ...must(recorded.players.get(3)), barbarianType: 'LAND_BARBARIAN' } as const;
  const players = tableWith(recorded.players, ({ playerno }) => playerno, wild);
  const world = worldWith(worldWithUnits(recorded, { ...legion, id: 9002, owner: 3 }), { players });
  expect(enemies(world)).toContain(9002);
});

test('the own cities and units of a situation are those of the seat, cities in the order of their numbers', () => {
  const cities = new VersionedTable<(typeof all)[number]>();
  const all = [...recorded.cities.values()].toSorted((a, b) => b.id - a.id);
  for (const city of all) cities.set(city.id, city, 1);
  const situation = situationOf(worldWith(recorded, { cities }));
  const own = all.filter(({ owner }) => owner === 0).map(({ id }) => id);
  expect(situation.cities.map(({ id }) => id)).toEqual(own.toReversed());
  expect(situation.units.map(({ id }) => id)).toEqual(
    [...recorded.units.values()].filter(({ owner }) => owner === 0).map(({ id }) => id),
  );
  expect(situation).toMatchObject({ me: 0, player: { playerno: 0 } });
});

test('an observer has no cities, units and enemies', () => {
  const {
    units,
    cities,
    enemies: foes,
    player,
  } = situationOf(worldWith(recorded, { seat: { ...recorded.seat, player: undefined } }));
  expect([units, cities, foes, player]).toEqual([[], [], [], undefined]);
});
