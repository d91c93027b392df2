import { describe, expect, test } from 'vitest';
import { tileRefusal } from '../../../proxy/actions/city/tile-refusal.js';
import { performAction } from '../../../proxy/actions/perform-action.js';
import { unitActionRefusal } from '../../../proxy/actions/unit/unit-action-refusal.js';
import { workedTiles, workObstacle } from '../../../proxy/rules/cities/citizens.js';
import { cityTiles } from '../../../proxy/rules/lookup/cities.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { scenePort } from '../../recordings/scene-port.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { ownCities, ownUnits } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const home = must(ownCities(recorded)[0]);
const type = (name: string) =>
  must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;

/** The own city builds something, of which it has so many shields. */
function building(name: string, shieldStock: number): World {
  const { kind, value } = must(allTargets(recorded).find(({ thing }) => thing.ruleName === name));
  const detail = { ...must(home.detail), productionKind: kind, productionValue: value, shieldStock };
  return worldWith(recorded, { cities: tableWith(recorded.cities, ({ id }) => id, { ...home, detail }) });
}

function unitOf(name: string, tile = home.tile): Unit {
  const own = must(ownUnits(recorded).find(({ detail }) => detail !== undefined));
  const changes = { id: 9800, type: type(name), tile };
  return unitWith(own, changes, { ...changes, movesleft: 3 });
}

function reasonOf(
  world: World,
  action: 'ACTION_HELP_WONDER' | 'ACTION_RECYCLE_UNIT' | 'ACTION_JOIN_CITY',
  unit: Unit,
) {
  const there = worldWithUnits(world, unit);
  return unitActionRefusal(there, action, unit, { tile: home.tile, city: home.id, unit: undefined });
}

const { x, y } = recorded.map.position(home.tile);

describe('a unit that cannot do something is told', () => {
  test.each([
    [
      'its type never can',
      'Temple',
      0,
      'ACTION_HELP_WONDER',
      'Warriors',
      'Warriors never can, only Caravan, Freight can',
    ],
    [
      'the city builds no wonder',
      'Temple',
      0,
      'ACTION_HELP_WONDER',
      'Caravan',
      `${home.name} builds Temple, which is not a great wonder`,
    ],
    [
      'the wonder has all shields',
      'Colossus',
      500,
      'ACTION_HELP_WONDER',
      'Caravan',
      `${home.name} already has all shields for Colossus`,
    ],
    [
      'the city has all shields',
      'Temple',
      500,
      'ACTION_RECYCLE_UNIT',
      'Legion',
      `${home.name} already has all shields for Temple`,
    ],
  ] as const)('that %s', (_what, made, stock, action, name, reason) => {
    expect(reasonOf(building(made, stock), action, unitOf(name))).toBe(reason);
  });

  test('how far away it is, and that no moves are left', () => {
    const world = building('Colossus', 0);
    const away = must(recorded.map.tileAt({ x: x + 5, y }));
    expect(reasonOf(world, 'ACTION_HELP_WONDER', unitOf('Caravan', away))).toBe(
      `(${x}, ${y}) is 5 tiles away, and at most 1 is near enough`,
    );
    const settlers = unitWith(unitOf('Settlers'), {}, { movesleft: 0 });
    expect(reasonOf(world, 'ACTION_JOIN_CITY', settlers)).toMatch(
      /^Settlers 9800 has no moves left: next turn$/u,
    );
  });

  test('the reason in the refusal of an action, and why nothing can be attacked', async () => {
    const legion = unitOf('Legion');
    const world = worldWithUnits(building('Temple', 500), legion);
    const refused = async (action: Record<string, unknown> & { action_type: string }) => {
      const done = await performAction(scenePort(world, []), action, 'c');
      return done.ok ? undefined : done.failure.message;
    };
    expect(await refused({ action_type: 'unit_help_wonder', unit_id: legion.id, city_id: home.id })).toBe(
      'This unit cannot do unit_help_wonder there now: Legion never can, only Caravan, Freight can',
    );
    const tile = must(world.map.tileAt({ x: x + 1, y }));
    expect(
      unitActionRefusal(world, 'ACTION_ATTACK', legion, { tile, city: undefined, unit: undefined }),
    ).toBe(`no other unit is seen at (${x + 1}, ${y})`);
  });
});

test('a tile that a city cannot work is refused with what keeps its citizens off it', () => {
  const [city, other] = ownCities(recorded) as [City, City];
  const tiles = must(cityTiles(recorded, city));
  const place = (tile: number) => `(${recorded.map.position(tile).x}, ${recorded.map.position(tile).y})`;
  const worked = must(workedTiles(recorded, city).find((tile) => tile !== city.tile));
  expect(tileRefusal(recorded, city, worked)).toBe(`${city.name} works ${place(worked)} already`);
  expect(tileRefusal(recorded, city, other.tile)).toBe(
    `${place(other.tile)} is outside the city radius of ${city.name}`,
  );
  const free = must(tiles.find((tile) => workObstacle(recorded, city, tile) === undefined));
  const withTile = (changes: Partial<NonNullable<ReturnType<typeof recorded.tiles.get>>>) => {
    const tile = { ...must(recorded.tiles.get(free)), ...changes };
    return worldWith(recorded, { tiles: tableWith(recorded.tiles, (one) => one.tile, tile) });
  };
  expect(tileRefusal(withTile({ worked: other.id }), city, free)).toBe(`${other.name} works ${place(free)}`);
  expect(tileRefusal(withTile({ owner: 2 }), city, free)).toMatch(/ belongs to the \w+ player 2$/u);
  expect(tileRefusal(withTile({ known: 'TILE_KNOWN_UNSEEN' }), city, free)).toBe(
    `${place(free)} is not in sight of ${city.name}`,
  );
});
