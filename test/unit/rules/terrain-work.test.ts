import { describe, expect, test } from 'vitest';
import { adjacentTiles } from '../../../proxy/rules/lookup/adjacency.js';
import { type TerrainWork, terrainWorks } from '../../../proxy/rules/terrain/terrain-work.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** The classic ruleset. Player 0 knows everything, and owns the place and all around it. */
const recorded = worldAtTurn(60);
const { ruleset, map } = recorded;
const PLACE = must(map.tileAt({ x: 9, y: 21 }));
const around = adjacentTiles(map, PLACE);
const research = must(recorded.research.get(0));
const terrainNamed = (name: string) =>
  must([...ruleset.terrains.values()].find(({ ruleName }) => ruleName === name)).id;
const extraNamed = (name: string) =>
  must([...ruleset.extras.values()].find(({ ruleName }) => ruleName === name)).id;
const typeNamed = (name: string) =>
  must([...ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;

function bitsOf(extras: readonly string[]): Uint8Array {
  const bits = new Uint8Array(32);
  for (const extra of extras.map(extraNamed)) bits[extra >> 3] = (bits[extra >> 3] ?? 0) | (1 << (extra & 7));
  return bits;
}

/** The place with this land and these things on it, and this land on all tiles around. */
function land(
  terrain: string,
  extras: readonly string[] = [],
  beside = 'Grassland',
  inventions?: string,
): World {
  const tiles = [PLACE, ...around].map((tile) => ({
    ...must(recorded.tiles.get(tile)),
    ...{ owner: 0, extrasOwner: 0, worked: 0 },
    terrain: terrainNamed(tile === PLACE ? terrain : beside),
    extras: tile === PLACE ? bitsOf(extras) : new Uint8Array(32),
  }));
  const known = { ...research, inventions: inventions ?? research.inventions.replaceAll(/[01]/gu, '2') };
  return worldWith(recorded, {
    tiles: tableWith(recorded.tiles, (one) => one.tile, ...tiles),
    research: tableWith(recorded.research, ({ id }) => id, known),
  });
}

const worker = (type = 'Engineers', changes: Partial<Unit> = {}): Unit =>
  unitWith(must(recorded.units.get(108)), {
    type: typeNamed(type),
    tile: PLACE,
    activity: 'ACTIVITY_IDLE',
    ...changes,
  });

/** The extras that a work is about, in words; `terrain` for a change of the land itself. */
function works(world: World, unit: Unit, work: TerrainWork): string[] {
  return terrainWorks(world, unit, work).map(({ extra }) => extra?.ruleName ?? 'terrain');
}

test.each<readonly [TerrainWork, string, readonly string[], readonly string[]]>([
  ['road', 'Grassland', [], ['Road']],
  ['road', 'Grassland', ['Road'], ['Railroad']],
  ['road', 'Grassland', ['Road', 'Railroad'], []],
  ['road', 'Grassland', ['River'], ['Road']],
  ['irrigation', 'Plains', ['River'], ['Irrigation']],
  ['irrigation', 'Plains', [], []],
  ['irrigation', 'Plains', ['River', 'Irrigation'], ['Farmland']],
  ['irrigation', 'Plains', ['River', 'Irrigation', 'Farmland'], []],
  ['irrigation', 'Forest', [], ['terrain']],
  ['irrigation', 'Mountains', ['River'], []],
  ['mine', 'Hills', [], ['Mine']],
  ['mine', 'Hills', ['Mine'], []],
  ['mine', 'Grassland', [], ['terrain']],
  ['base', 'Grassland', [], ['Fortress', 'Airbase']],
  ['base', 'Grassland', ['Fortress'], ['Airbase']],
  ['transform', 'Grassland', [], ['terrain']],
  ['transform', 'Mountains', [], ['terrain']],
  ['pollution', 'Grassland', ['Pollution'], ['Pollution']],
  ['pollution', 'Grassland', ['Fallout'], []],
  ['fallout', 'Grassland', ['Pollution', 'Fallout'], ['Fallout']],
  ['pillage', 'Grassland', ['Road'], ['Road']],
])('engineers can do %s on %s with %j: %j', (work, terrain, extras, expected) => {
  expect(works(land(terrain, extras), worker(), work)).toEqual(expected);
});

test('engineers can irrigate beside water, a river or other irrigation', () => {
  expect(works(land('Plains', [], 'Lake'), worker(), 'irrigation')).toEqual(['Irrigation']);
  expect(works(land('Plains', [], 'Grassland'), worker(), 'irrigation')).toEqual([]);
});

test('engineers can dig land away beside the sea, and win land beside land', () => {
  expect(works(land('Swamp', [], 'Ocean'), worker(), 'transform')).toEqual(['terrain']);
  expect(works(land('Swamp', [], 'Grassland'), worker(), 'transform')).toEqual([]);
  expect(works(land('Ocean', [], 'Grassland'), worker(), 'transform')).toEqual(['terrain']);
  expect(works(land('Ocean', [], 'Ocean'), worker(), 'transform')).toEqual([]);
});

test('engineers cannot build what conflicts with the work of others there', () => {
  const miner = worker('Workers', {
    id: 9001,
    activity: 'ACTIVITY_MINE',
    activityTarget: extraNamed('Mine'),
  });
  const hills = land('Hills', ['River']);
  expect(works(hills, worker(), 'irrigation')).toEqual(['Irrigation']);
  expect(works(worldWithUnits(hills, miner), worker(), 'irrigation')).toEqual([]);
  expect(works(worldWithUnits(hills, miner), worker(), 'mine')).toEqual(['Mine']);
  expect(works(worldWithUnits(hills, { ...miner, activityTarget: -1 }), worker(), 'irrigation')).toEqual([
    'Irrigation',
  ]);
});

describe('little knowledge', () => {
  const first = '2'.padEnd(research.inventions.length, '0');

  test.each<readonly [TerrainWork, readonly string[], readonly string[]]>([
    ['road', [], ['Road']],
    ['road', ['Road'], []],
    // There are no bridges.
    ['road', ['River'], []],
    ['irrigation', ['River', 'Irrigation'], []],
    ['base', [], []],
  ])('a player that knows little can do %s on grassland with %j: %j', (work, extras, expected) => {
    expect(works(land('Grassland', extras, 'Grassland', first), worker('Workers'), work)).toEqual(expected);
  });
});

describe('archers', () => {
  const archers = worker('Archers');
  const there = land('Grassland', ['Road', 'Irrigation', 'Pollution']);

  test('archers do no work, but pillage one thing after the other', () => {
    for (const work of ['road', 'irrigation', 'mine', 'base', 'transform', 'pollution', 'fallout'] as const)
      expect(works(there, archers, work)).toEqual([]);
    expect(works(there, archers, 'pillage').toSorted()).toEqual(['Irrigation', 'Road']);
  });

  test.each([
    ['not what its people know how to build', undefined, ['Irrigation']],
    [
      'what they could not build again',
      research.inventions.replaceAll(/[12]/gu, '0'),
      ['Irrigation', 'Railroad'],
    ],
  ])('archers pillage in an own city %s, and no road', (_what, inventions, expected) => {
    const there = land('Grassland', ['Irrigation', 'Road', 'Railroad'], 'Grassland', inventions);
    const city = { ...must(recorded.cities.get(133)), id: 9100, tile: PLACE };
    const world = worldWith(there, { cities: tableWith(there.cities, ({ id }) => id, city) });
    expect(works(world, worker('Archers'), 'pillage').toSorted()).toEqual(expected);
  });

  test('archers do not pillage what others pillage, or what a railroad rests on', () => {
    const pillager = worker('Archers', {
      id: 9001,
      activity: 'ACTIVITY_PILLAGE',
      activityTarget: extraNamed('Road'),
    });
    expect(works(worldWithUnits(there, pillager), archers, 'pillage')).toEqual(['Irrigation']);
    const railroad = land('Grassland', ['Road', 'Railroad', 'Irrigation', 'Farmland']);
    expect(works(railroad, archers, 'pillage').toSorted()).toEqual(['Farmland', 'Railroad']);
  });

  test('only land units pillage', () => {
    expect(works(there, worker('Fighter'), 'pillage')).toEqual([]);
    expect(works(there, worker('Archers', { type: 999 }), 'pillage')).toEqual([]);
  });
});
