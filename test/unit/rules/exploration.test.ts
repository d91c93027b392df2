import { describe, expect, test } from 'vitest';
import { adjacentTiles, tilesAround } from '../../../proxy/rules/lookup/adjacency.js';
import { canExistAt } from '../../../proxy/rules/lookup/nativity.js';
import { cityAt, hasExtra, knownTile } from '../../../proxy/rules/lookup/tiles.js';
import { hasMoreToExplore } from '../../../proxy/rules/movement/exploration.js';
import { turnsToReach } from '../../../proxy/rules/movement/path.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { variedWorld } from '../../support/varied-world.js';

const EVERYWHERE = { maxTurns: 1000, maxLegs: 1_000_000 };
const recorded = worldAtTurn(60);
const LAND = must([...recorded.ruleset.unitClasses.values()].find(({ ruleName }) => ruleName === 'Land')).id;

/** The places that a search of ways comes to with unknown land in sight, or with a village. */
function placesToGo(world: World, unit: Unit): readonly number[] {
  const radiusSq = must(world.ruleset.unitTypes.get(unit.type)).visionRadiusSq;
  const villages = [...world.ruleset.extras.values()].filter(({ causes }) => causes.has('EC_HUT'));
  return [...turnsToReach(world, unit, EVERYWHERE).keys()].filter(
    (tile) =>
      tilesAround(world.map, tile, radiusSq).some((near) => knownTile(world, near) === undefined) ||
      villages.some(({ id }) => hasExtra(must(knownTile(world, tile)), id)),
  );
}

describe.each([1, 2, 3, 4])('drawn world %i', (seed) => {
  const drawn = variedWorld(recorded, seed);
  // Whether somebody is in a city out of sight is a guess, which the search of ways makes otherwise.
  const empty = [...drawn.cities.values()].map((city) => ({ ...city, occupied: false }));
  const world = worldWith(drawn, { cities: tableWith(drawn.cities, ({ id }) => id, ...empty) });

  test('a unit on land has more to explore where a way leads to it', () => {
    const own = [...world.units.values()].filter((unit) => {
      const type = must(world.ruleset.unitTypes.get(unit.type));
      const isAtHome = unit.transportedBy === undefined && canExistAt(world, type, unit.tile) === true;
      return unit.owner === world.seat.player && isAtHome && type.unitClassId === LAND;
    });
    const wrong = own.filter((unit) => hasMoreToExplore(world, unit) !== placesToGo(world, unit).length > 0);
    expect(own.length).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  });
});

describe('strangers', () => {
  const at = (x: number, y: number) => must(recorded.map.tileAt({ x, y }));
  const unknown = { ...must(recorded.tiles.get(at(9, 16))), known: 'TILE_UNKNOWN' } as const;
  const known = worldWith(recorded, { tiles: tableWith(recorded.tiles, ({ tile }) => tile, unknown) });
  const named = (name: string) =>
    must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;
  const archers = unitWith(
    must(recorded.units.get(170)),
    { tile: at(9, 20), activity: 'ACTIVITY_IDLE' },
    { hasOrders: false, movesleft: 3 },
  );
  const explorer = { ...archers, type: named('Explorer') };
  const stranger = must(recorded.units.get(131));
  const around = adjacentTiles(recorded.map, archers.tile).filter((tile) => tile !== archers.tile);
  const strangersOn = (tiles: readonly number[]) =>
    tiles.map((tile, index) => ({ ...stranger, id: 9500 + index, tile }));

  test.each([
    ['nobody is near', archers, [], true],
    ['they are on all tiles beside it', archers, around, false],
    ['they are on all tiles beside an explorer', explorer, around, false],
    ['their zones are no matter to an explorer, which passes one by', explorer, around.slice(1), true],
    ['one way is left and they control it', archers, around.slice(1), false],
  ])('strangers keep a unit from what is left to explore where %s', (_where, unit, tiles, expected) => {
    const world = worldWithUnits(known, unit, ...strangersOn(tiles));
    expect(around.every((tile) => cityAt(world, tile) === undefined)).toBe(true);
    expect(hasMoreToExplore(world, unit)).toBe(expected);
  });

  test('a unit has more to explore again when strangers are gone', () => {
    const world = worldWithUnits(known, archers, ...strangersOn(around));
    expect(hasMoreToExplore(world, archers)).toBe(false);
    for (const { id } of strangersOn(around)) world.units.delete(id, markChanged(world));
    commit(world);
    expect(hasMoreToExplore(world, archers)).toBe(true);
  });
});
