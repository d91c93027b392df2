import { describe, expect, test } from 'vitest';
import { attackPower, defensePower, firepowers } from '../../../proxy/rules/combat/strength.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** The classic ruleset. Strengths are told in tenths of a point. */
const recorded = worldAtTurn(60);
const { ruleset } = recorded;
const at = (x: number, y: number) => must(recorded.map.tileAt({ x, y }));
const [FIELD, BESIDE, SEA] = [at(9, 21), at(9, 22), at(9, 24)];
const nesa = must(recorded.cities.get(133));
const terrainNamed = (name: string) =>
  must([...ruleset.terrains.values()].find(({ ruleName }) => ruleName === name)).id;
const extraNamed = (name: string) =>
  must([...ruleset.extras.values()].find(({ ruleName }) => ruleName === name)).id;
const typeNamed = (name: string) =>
  must([...ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;
const archers = must(recorded.units.get(170));
const legion = must(recorded.units.get(131));

/** A unit of ours that has rested and does nothing. */
function unit(name: string, tile: number, changes: Partial<Unit> = {}): Unit {
  const idle = { type: typeNamed(name), tile, activity: 'ACTIVITY_IDLE', veteran: 0 } as const;
  return unitWith(archers, { ...idle, ...changes }, { movesleft: 9 });
}
/** A unit of player 2, of which no more is seen. */
const enemy = (name: string, tile: number, changes: Partial<Unit> = {}): Unit => ({
  ...legion,
  ...{ type: typeNamed(name), tile, activity: 'ACTIVITY_IDLE', veteran: 0, detail: undefined, ...changes },
});

/** The field with this land, and these things on it. */
function land(terrain: string, ...extras: readonly string[]): World {
  const bits = new Uint8Array(32);
  for (const extra of extras.map(extraNamed)) bits[extra >> 3] = (bits[extra >> 3] ?? 0) | (1 << (extra & 7));
  const tile = { ...must(recorded.tiles.get(FIELD)), terrain: terrainNamed(terrain), extras: bits };
  return worldWith(recorded, { tiles: tableWith(recorded.tiles, (one) => one.tile, tile) });
}
const grassland = land('Grassland');

/** Nesa with some of its buildings. */
function cityWith(...buildings: readonly string[]): World {
  const improvements = new Uint8Array(nesa.improvements.length);
  for (const name of buildings) {
    const { id } = must([...ruleset.improvements.values()].find(({ ruleName }) => ruleName === name));
    improvements[id >> 3] = (improvements[id >> 3] ?? 0) | (1 << (id & 7));
  }
  return worldWith(recorded, {
    cities: tableWith(recorded.cities, ({ id }) => id, { ...nesa, improvements }),
  });
}

test.each([
  ['of archers', unit('Archers', BESIDE), 30],
  ['of veterans', unit('Archers', BESIDE, { veteran: 1 }), 45],
  ['of hardened ones', unit('Archers', BESIDE, { veteran: 2 }), 52],
  ['of elite ones', unit('Archers', BESIDE, { veteran: 3 }), 60],
  ['of a catapult', unit('Catapult', BESIDE), 60],
  ['of workers', unit('Workers', BESIDE), 0],
  ['of a type that there is not', unit('Archers', BESIDE, { type: 999 }), undefined],
])('an attack %s has its strength by type and rank', (_who, attacker, power) => {
  expect(attackPower(grassland, attacker, FIELD)).toBe(power);
});

test.each([
  [true, 3, 30],
  [true, 2, 20],
  [true, 1, 10],
  [false, 1, 30],
])(
  'tired_attack %s decides what an attack with %i fragments of a move left is worth',
  (tiredAttack, movesleft, power) => {
    const world = worldWith(grassland, { game: { ...must(recorded.game), tiredAttack } });
    expect(attackPower(world, unitWith(unit('Archers', BESIDE), {}, { movesleft }), FIELD)).toBe(power);
    // What others have left is not seen.
    expect(attackPower(world, enemy('Archers', BESIDE), FIELD)).toBe(30);
  },
);

describe('defence', () => {
  const against = (world: World, defender: Unit, attacker = 'Legion') =>
    defensePower(world, enemy(attacker, BESIDE), defender);

  test.each([
    ['on grassland', grassland, {}, 20],
    ['on hills', land('Hills'), {}, 40],
    ['on mountains', land('Mountains'), {}, 60],
    ['in a forest', land('Forest'), {}, 30],
    ['fortified', grassland, { activity: 'ACTIVITY_FORTIFIED' }, 30],
    ['that only begins to fortify', grassland, { activity: 'ACTIVITY_FORTIFYING' }, 20],
    ['of veterans', grassland, { veteran: 1 }, 30],
    ['at a river', land('Grassland', 'River'), {}, 30],
    ['in a fortress', land('Grassland', 'Fortress'), {}, 40],
    ['in a fortress at a river', land('Grassland', 'Fortress', 'River'), {}, 50],
    ['fortified in a fortress on hills', land('Hills', 'Fortress'), { activity: 'ACTIVITY_FORTIFIED' }, 120],
  ] as const)('a phalanx %s defends with its strength', (_where, world, changes, power) => {
    expect(against(world, unit('Phalanx', FIELD, changes))).toBe(power);
  });

  test.each([
    ['Pikemen', 'Horsemen', 40],
    ['Pikemen', 'Legion', 20],
    ['Phalanx', 'Horsemen', 20],
    ['AEGIS Cruiser', 'Fighter', 400],
    ['AEGIS Cruiser', 'Destroyer', 80],
  ])('a defence of %s against %s is by what they are good at', (defender, attacker, power) => {
    const world = defender === 'Pikemen' || defender === 'Phalanx' ? grassland : recorded;
    const tile = world === grassland ? FIELD : SEA;
    expect(against(world, unit(defender, tile), attacker)).toBe(power);
  });

  test('a defence of workers is not better for a sentry or a city', () => {
    expect(against(grassland, unit('Workers', FIELD, { activity: 'ACTIVITY_FORTIFIED' }))).toBe(10);
  });

  test.each([
    ['Legion', [], 30],
    ['Legion', ['City Walls'], 90],
    ['Howitzer', ['City Walls'], 30],
    ['Destroyer', ['City Walls'], 30],
    ['Destroyer', ['Coastal Defense'], 60],
    ['Fighter', ['SAM Battery'], 60],
    ['Legion', ['Coastal Defense', 'SAM Battery'], 30],
  ])('a unit in a city defends with its strength against %s with %j', (attacker, buildings, power) => {
    const world = cityWith(...buildings);
    const flat = {
      ...must(world.tiles.get(nesa.tile)),
      terrain: terrainNamed('Grassland'),
      extras: new Uint8Array(32),
    };
    const there = worldWith(world, { tiles: tableWith(world.tiles, (one) => one.tile, flat) });
    expect(against(there, unit('Phalanx', nesa.tile), attacker)).toBe(power);
  });

  test('a defence is not known of a type that there is not', () => {
    expect(against(grassland, unit('Phalanx', FIELD, { type: 999 }))).toBeUndefined();
    expect(
      defensePower(grassland, enemy('Legion', BESIDE, { type: 999 }), unit('Phalanx', FIELD)),
    ).toBeUndefined();
  });
});

test.each([
  ['is one of most types', enemy('Legion', BESIDE), unit('Phalanx', FIELD), 1, 1],
  ['is two of some', enemy('Howitzer', BESIDE), unit('Artillery', FIELD), 2, 2],
  ['is halved between sea and land', enemy('Battleship', SEA), unit('Musketeers', FIELD), 1, 1],
  ['is not halved at sea', enemy('Battleship', SEA), unit('Destroyer', at(10, 24)), 2, 1],
  [
    'of ships in a city is one, and doubled against them',
    enemy('Howitzer', BESIDE),
    unit('Battleship', nesa.tile),
    4,
    1,
  ],
  ['of helicopters is one against fighters', enemy('Fighter', BESIDE), unit('Helicopter', FIELD), 2, 1],
] as const)('firepower %s', (_what, attacker, defender, attack, defence) => {
  expect(firepowers(grassland, attacker, defender)).toEqual({ attacker: attack, defender: defence });
});

test('firepower is not known of a type that there is not', () => {
  expect(
    firepowers(grassland, enemy('Legion', BESIDE, { type: 999 }), unit('Phalanx', FIELD)),
  ).toBeUndefined();
  expect(
    firepowers(grassland, enemy('Legion', BESIDE), unit('Phalanx', FIELD, { type: 999 })),
  ).toBeUndefined();
});
