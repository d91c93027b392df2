import { expect, test } from 'vitest';
import { actingTiles, actsAfar } from '../../../proxy/actions/unit/acting-tiles.js';
import { adjacentTiles, tilesWithin } from '../../../proxy/rules/lookup/adjacency.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const at = (x: number, y: number) => must(recorded.map.tileAt({ x, y }));
const typeNamed = (name: string) =>
  must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;

/** Two tiles north of Nesa, with nobody beside. */
const FIELD = at(9, 21);
const archers = unitWith(must(recorded.units.get(170)), { tile: FIELD });
const legion = must(recorded.units.get(131));

function tilesOf(unit: Unit, ...others: readonly Unit[]): readonly number[] {
  return actingTiles(worldWithUnits(recorded, unit, ...others), unit);
}

test('a unit may act on its own tile alone where nothing is beside it', () => {
  expect(tilesOf(archers)).toEqual([FIELD]);
  expect(tilesOf({ ...archers, type: 9_999 })).toEqual([FIELD]);
});

test('a unit may act on tiles beside it with a city, or with units of others, not with own ones', () => {
  const nesa = must(recorded.cities.get(133)).tile;
  expect(tilesOf(unitWith(archers, { tile: at(9, 22) }))).toEqual([at(9, 22), nesa]);
  const east = at(10, 21);
  expect(tilesOf(archers, { ...legion, tile: east })).toEqual([FIELD, east]);
  expect(tilesOf(archers, { ...archers, id: 9500, tile: east })).toEqual([FIELD]);
  expect(tilesOf(archers, { ...archers, id: 9500, tile: east }, { ...legion, tile: east })).toEqual([
    FIELD,
    east,
  ]);
  expect(tilesOf(archers, { ...legion, tile: at(11, 21) })).toEqual([FIELD]);
});

test('a unit that explodes may act on each tile beside it', () => {
  const tiles = tilesOf({ ...archers, type: typeNamed('Nuclear') });
  expect(tiles.toSorted()).toEqual(adjacentTiles(recorded.map, FIELD).toSorted());
  expect(tiles).toHaveLength(9);
});

test('paratroopers may land on the tiles of land in sight and reach, once a turn', () => {
  const range = must(recorded.ruleset.unitTypes.get(typeNamed('Paratroopers'))).paratroopersRange;
  const ready = unitWith(archers, { type: typeNamed('Paratroopers') }, { paradropped: false });
  const tiles = tilesOf(ready);
  expect(tiles.length).toBeGreaterThan(50);
  const inReach = tilesWithin(recorded.map, FIELD, range ** 2 * 2);
  for (const tile of tiles) expect(inReach).toContain(tile);
  const ocean = at(9, 24);
  expect(inReach).toContain(ocean);
  expect(tiles).not.toContain(ocean);
  expect(tilesOf(unitWith(ready, {}, { paradropped: true }))).toEqual([FIELD]);
});

/** The id of a city, and the flights that it has left this turn. */
type Flights = readonly [id: number, airlift: number];

function worldWithFlights(cities: readonly Flights[]) {
  const changed = cities.map(([id, airlift]): City => {
    const city = must(recorded.cities.get(id));
    return { ...city, detail: { ...must(city.detail), airlift } };
  });
  return worldWith(recorded, { cities: tableWith(recorded.cities, ({ id }) => id, ...changed) });
}

test('a unit in a city may be flown to the own cities with flights left, from one with flights left', () => {
  const [nesa, kussara] = [133, 143].map((id) => must(recorded.cities.get(id)).tile);
  const inNesa = unitWith(archers, { tile: must(nesa) });
  const acting = (...cities: readonly Flights[]) => {
    const world = worldWithUnits(worldWithFlights(cities), inNesa);
    return { tiles: actingTiles(world, inNesa), isAfar: actsAfar(world, inNesa) };
  };
  expect(acting([133, 1], [143, 1])).toEqual({ tiles: [nesa, kussara], isAfar: true });
  expect(acting([133, 1], [143, 0])).toEqual({ tiles: [nesa], isAfar: false });
  expect(acting([133, 0], [143, 1])).toEqual({ tiles: [nesa], isAfar: false });
});

test('only units that drop from the air or fly between cities act afar', () => {
  expect(actsAfar(recorded, { ...archers, type: typeNamed('Paratroopers') })).toBe(true);
  expect(actsAfar(recorded, archers)).toBe(false);
  expect(actsAfar(recorded, { ...archers, type: 9_999 })).toBe(false);
});
