import { expect, test } from 'vitest';
import { briefView } from '../../../features/advisor/brief/brief.js';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import type { PacketFields } from '../../../proxy/freeciv/generated/packets.js';
import { unitFromInfo } from '../../../proxy/world/unit.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

function changeUnit(world: World, id: number, change: Partial<PacketFields['unit_info']>): void {
  const detail = world.units.get(id)?.detail;
  if (detail === undefined) throw new Error(`there is no unit ${id} in the recording`);
  world.units.set(id, unitFromInfo({ ...detail, ...change }), markChanged(world));
  commit(world);
}

test('threats name every city that an enemy can strike at, the emptiest first, and none beyond the sea', () => {
  const world = worldAtTurn(50);
  const enemy = [...world.units.values()].find(({ owner }) => owner === 2);
  if (enemy === undefined) throw new Error('other recording');
  const own = [...world.cities.values()].filter(({ owner }) => owner === 0);
  const unarmed = [...world.units.values()].filter(({ owner, id }) => owner === 2 && id !== enemy.id);
  for (const { id } of unarmed) changeUnit(world, id, { type: 0 });
  const struck = (tile: number, type: number) => {
    changeUnit(world, enemy.id, { tile, type });
    return llmOptimizedView(world).threats.flatMap(({ city_id: id }) => (id === undefined ? [] : [id]));
  };
  const horsemen =
    [...world.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === 'Horsemen')?.id ?? -1;
  const places = [...world.tiles.values()].map(({ tile }) => tile);
  const near = (tile: number) => own.filter((city) => world.map.distance(city.tile, tile) <= 2);
  const between = places.find(
    (tile) =>
      near(tile).length > 1 &&
      (world.tiles.get(tile)?.continent ?? 0) > 0 &&
      !own.some((city) => city.tile === tile),
  );
  const ids = struck(between ?? -1, horsemen);
  expect(new Set(ids).size).toBe(ids.length);
  // Units on one tile have one line in a brief.
  const told = briefView(world, { since: 0 }).threats.filter((line) => line.includes('horsemen'));
  expect(told).toHaveLength(1);
  expect(told[0]?.split('; also near ')[1]?.split(', ')).toHaveLength(ids.length - 1);
  expect(ids).toEqual(expect.arrayContaining(near(between ?? -1).map(({ id }) => id)));
  const held = ids.map(
    (id) => llmOptimizedView(world).own_cities.find((city) => city.id === id)?.defenders ?? 0,
  );
  expect(held).toEqual(held.toSorted((a, b) => a - b));
  const shores = new Set(own.map(({ tile }) => world.tiles.get(tile)?.continent));
  const overseas = places.find((tile) => {
    const continent = world.tiles.get(tile)?.continent ?? 0;
    return (
      continent > 0 && !shores.has(continent) && own.some((city) => world.map.distance(city.tile, tile) <= 6)
    );
  });
  expect(overseas).toBeDefined();
  expect(struck(overseas ?? -1, horsemen)).toEqual([]);
});
