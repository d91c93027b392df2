import { describe, expect, test } from 'vitest';
import { adjacentTiles } from '../../../proxy/rules/lookup/adjacency.js';
import {
  type Mover,
  type MoverTile,
  MoverTiles,
  moverOf,
  restedMoverOf,
} from '../../../proxy/rules/movement/mover.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const at = (x: number, y: number) => must(recorded.map.tileAt({ x, y }));
const [HERE, NORTH, SEA] = [at(9, 22), at(9, 21), at(9, 24)];
const archers = unitWith(
  must(recorded.units.get(170)),
  { tile: HERE, activity: 'ACTIVITY_IDLE' },
  { movesleft: 2 },
);
const workers = unitWith(must(recorded.units.get(108)), { tile: HERE });
const legion = unitWith(must(recorded.units.get(131)), { tile: NORTH });
const typeNamed = (name: string) =>
  must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;

type Standing = 'DS_WAR' | 'DS_PEACE' | 'DS_ALLIANCE';

/** The recorded world with player 2 standing to us like this. */
function standing(type: Standing, world: World = recorded): World {
  const entries = [...world.diplomacy.values()]
    .filter(({ plr1, plr2 }) => [plr1, plr2].toSorted().join() === '0,2')
    .map((entry) => ({ ...entry, type }));
  return worldWith(world, {
    diplomacy: tableWith(world.diplomacy, (entry) => entry.diplstateId, ...entries),
  });
}

function ownedBy(owner: number, world: World): World {
  const tile = { ...must(world.tiles.get(NORTH)), owner };
  return worldWith(world, { tiles: tableWith(world.tiles, (one) => one.tile, tile) });
}

const moverIn = (world: World, unit: Unit): Mover => must(moverOf(world, unit));
const north = (world: World, unit: Unit = archers): MoverTile =>
  must(new MoverTiles(world, moverIn(world, unit)).at(NORTH));

test('a mover has what is left of its moves, its class and the roads that it can use', () => {
  const { movesLeft, stays, owner, ignoresZones, unitClass, roads } = moverIn(recorded, archers);
  expect({ movesLeft, stays, owner, ignoresZones, unitClass: unitClass.name }).toEqual({
    ...{
      movesLeft: 2,
      stays: false,
      owner: 0,
      ignoresZones: false,
      unitClass: expect.stringContaining('Land'),
    },
  });
  const names = roads.map(({ extra }) => recorded.ruleset.extras.get(extra)?.ruleName);
  expect(names).toEqual(expect.arrayContaining(['Road', 'Railroad']));
});

test('a mover is not known of units whose details are not told', () => {
  expect(moverOf(recorded, { ...archers, detail: undefined })).toBeUndefined();
  expect(moverOf(recorded, { ...archers, type: 999 })).toBeUndefined();
  expect(restedMoverOf(recorded, { ...archers, type: 999 })).toBeUndefined();
});

test('a mover of any owner is rested with all its moves and a full tank', () => {
  const fighter = restedMoverOf(recorded, { ...legion, type: typeNamed('Fighter'), detail: undefined });
  const { moveRate, fuel } = must(recorded.ruleset.unitTypes.get(typeNamed('Fighter')));
  expect(fighter).toMatchObject({ movesLeft: moveRate, fuel, stays: false, owner: 2, ignoresZones: true });
});

test('a mover of some types ignores zones of control', () => {
  const types = ['Archers', 'Diplomat', 'Trireme', 'Settlers'].map((name) => ({
    ...archers,
    type: typeNamed(name),
  }));
  expect(types.map((unit) => moverIn(recorded, unit).ignoresZones)).toEqual([false, true, true, false]);
});

test('a tile of which nothing is known is none', () => {
  const places = new MoverTiles(recorded, moverIn(recorded, archers));
  expect(places.at(999_999)).toBeUndefined();
  const first = places.at(NORTH);
  expect(places.at(NORTH)).toBe(first);
});

test('a tile is native by its terrain, and livable then', () => {
  const places = new MoverTiles(recorded, moverIn(recorded, archers));
  expect(places.at(NORTH)).toMatchObject({
    nativeTerrain: true,
    native: true,
    livable: true,
    city: undefined,
  });
  expect(places.at(SEA)).toMatchObject({ nativeTerrain: false, native: false, livable: false });
});

test.each<readonly [string, World, boolean, boolean | 'unknown']>([
  ['nobody', recorded, false, false],
  ['our own units', worldWithUnits(recorded, { ...workers, tile: NORTH }), true, false],
  ['an enemy', worldWithUnits(standing('DS_WAR'), legion), false, true],
  ['an ally', worldWithUnits(standing('DS_ALLIANCE'), legion), true, false],
  ['somebody at peace', worldWithUnits(standing('DS_PEACE'), legion), false, true],
  [
    'an ally and an enemy',
    worldWithUnits(standing('DS_ALLIANCE'), legion, { ...legion, id: 9001, owner: 4 }),
    false,
    true,
  ],
])('friends and strangers are told apart on a tile with %s', (_who, world, friends, strangers) => {
  expect(north(world)).toMatchObject({ friends, strangers });
});

test.each<readonly [string, World, Unit, { readonly closed: boolean; readonly hostile: boolean }]>([
  ['of nobody is open', ownedBy(255, standing('DS_PEACE')), archers, { closed: false, hostile: false }],
  ['of ours is open', ownedBy(0, standing('DS_PEACE')), archers, { closed: false, hostile: false }],
  [
    'of who is at peace is closed to armies',
    ownedBy(2, standing('DS_PEACE')),
    archers,
    { closed: true, hostile: false },
  ],
  [
    'of who is at peace is open to workers',
    ownedBy(2, standing('DS_PEACE')),
    workers,
    { closed: false, hostile: false },
  ],
  ['of an enemy is hostile', ownedBy(2, standing('DS_WAR')), archers, { closed: false, hostile: true }],
  ['of an ally is neither', ownedBy(2, standing('DS_ALLIANCE')), archers, { closed: false, hostile: false }],
])('a tile %s', (_whose, world, unit, expected) => {
  expect(north(world, unit)).toMatchObject(expected);
});

describe('control of strangers', () => {
  const free = (world: World, tile = HERE) => new MoverTiles(world, moverIn(world, archers)).isFree(tile);
  /** Our own workers stand on all tiles around but the one to the north: nothing hidden can be there. */
  const seen = (world: World) => {
    const around = adjacentTiles(world.map, HERE).filter((tile) => tile !== NORTH);
    return worldWithUnits(
      world,
      ...[HERE, ...around].map((tile, index) => ({ ...workers, id: 9100 + index, tile })),
    );
  };
  const graz = must(recorded.cities.get(135));
  const cityAt = (world: World, occupied: boolean | undefined, owner = 2) =>
    worldWith(world, {
      cities: tableWith(world.cities, ({ id }) => id, { ...graz, owner, tile: NORTH, occupied }),
    });

  test.each<readonly [string, World, boolean | 'unknown']>([
    ['where nobody is beside it', seen(recorded), true],
    ['where submarines or aircraft may be beside it', recorded, 'unknown'],
    ['beside an enemy', worldWithUnits(standing('DS_WAR'), legion), false],
    ['beside somebody at peace', worldWithUnits(standing('DS_PEACE'), legion), false],
    ['beside an ally', seen(worldWithUnits(standing('DS_ALLIANCE'), legion)), true],
    [
      'beside a unit that has no zone',
      seen(worldWithUnits(standing('DS_WAR'), { ...legion, type: typeNamed('Diplomat') })),
      true,
    ],
    ['beside an occupied city', cityAt(standing('DS_WAR'), true), false],
    ['beside an empty city', seen(cityAt(standing('DS_WAR'), false)), true],
    ['beside a city of which it is not told', seen(cityAt(standing('DS_WAR'), undefined)), 'unknown'],
    ['beside the city of an ally', seen(cityAt(standing('DS_ALLIANCE'), true)), true],
  ])('a tile is free of the control of strangers or not %s', (_where, world, expected) => {
    expect(free(world)).toBe(expected);
  });
});
