import { describe, expect, test } from 'vitest';
import type { TopoFlag } from '../../../proxy/freeciv/generated/packets.js';
import { cityContext, type Requirement } from '../../../proxy/rules/requirements/requirement.js';
import { areMet } from '../../../proxy/rules/requirements/requirements.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { MapGeometry } from '../../../proxy/world/map-geometry.js';
import { createWorld, type World } from '../../../proxy/world/world.js';
import { must, worldWith } from '../../support/changed-world.js';
import { replay, worldAtTurn } from '../../support/recorded-world.js';

/** A requirement of a ruleset of 3.1 or later. */
function needs(
  type: Requirement['type'],
  value: number,
  range: Requirement['range'] = 'REQ_RANGE_CITY',
): readonly Requirement[] {
  return [{ type, value, range, survives: false, present: true, quiet: false }];
}

const world = worldAtTurn(30);
const nesa = must(world.cities.get(133));
const detail = must(nesa.detail);

describe('latitude', () => {
  /** A map of 5 columns and 11 rows. */
  function mapOf(topology: readonly TopoFlag[], north = 1000, south = -1000): World {
    return {
      ...createWorld(),
      map: new MapGeometry(5, 11, new Set(topology)),
      latitudes: { north, south },
    };
  }
  /** The latitude of a tile, found by asking for each. */
  function latitude(there: World, x: number, y: number): number | undefined {
    const tile = y * 5 + x;
    const holds = (type: Requirement['type'], value: number) =>
      areMet(there, needs(type, value, 'REQ_RANGE_LOCAL'), { tile });
    const all = Array.from({ length: 2001 }, (_, index) => index - 1000);
    return all.find(
      (value) => holds('VUT_MINLATITUDE', value) === true && holds('VUT_MAXLATITUDE', value) === true,
    );
  }

  test.each([
    ['at the north side', [], 2, 0, 1000],
    ['on the equator', ['TF_WRAPX'], 4, 5, 0],
    ['one row south of the equator', ['TF_WRAPX'], 0, 6, -200],
    ['at the south side of an isometric map', ['TF_WRAPX', 'TF_ISO'], 1, 10, -1000],
    ['at the left side, where the map wraps from south to north', ['TF_WRAPY'], 0, 7, 1000],
    ['at the right side, where the map wraps from south to north', ['TF_WRAPY'], 4, 7, -1000],
    ['half a tile from the right side of an isometric map', ['TF_WRAPY', 'TF_ISO'], 4, 0, -777],
  ] as const)('a latitude is told %s', (_where, topology, x, y, expected) => {
    expect(latitude(mapOf(topology), x, y)).toBe(expected);
  });

  test('a latitude is between those that the game says', () => {
    expect(latitude(mapOf([], 600, 200), 0, 5)).toBe(400);
    expect(latitude(mapOf(['TF_WRAPX', 'TF_WRAPY'], 300, 300), 1, 1)).toBe(300);
  });

  test('the latitude of a map that wraps both ways is unknown', () => {
    const there = mapOf(['TF_WRAPX', 'TF_WRAPY']);
    expect(areMet(there, needs('VUT_MAXLATITUDE', 0, 'REQ_RANGE_LOCAL'), { tile: 3 })).toBe('unknown');
  });

  test('a requirement on the latitude needs a tile', () => {
    expect(areMet(world, needs('VUT_MINLATITUDE', -1000, 'REQ_RANGE_LOCAL'), { player: 0 })).toBe(false);
  });

  test('a latitude is what a server of 3.2 says with the map', () => {
    let latitudes = {};
    replay(
      0,
      (there) => {
        latitudes = there.latitudes;
        return there.game === undefined;
      },
      'civ2civ3-4-ai-40-turns-3.2',
    );
    expect(latitudes).toEqual({ north: 1000, south: -1000 });
  });
});

describe('counters', () => {
  const ruleset = Object.assign(Object.create(world.ruleset), {
    counters: [5, 3].map((checkpoint) => ({ checkpoint })),
  });
  const there = worldWith(world, { ruleset });
  const counting = (...counters: number[]) => cityContext({ ...nesa, counters });

  test.each([
    ['has come to its checkpoint', 1, counting(0, 3), true],
    ['has not come to its checkpoint', 0, counting(4, 3), false],
    ['of others is not told', 0, cityContext(nesa), 'unknown'],
    ['is none of the ruleset', 2, counting(4, 3, 9), 'unknown'],
    ['needs a city', 0, { player: 0 }, false],
  ] as const)('a counter of a city %s', (_what, value, context, expected) => {
    expect(areMet(there, needs('VUT_COUNTER', value), context)).toBe(expected);
  });

  test('a counter of a city is told by the server, and stays when the rest of the city is told again', () => {
    const told = worldAtTurn(3);
    const [city] = [...told.cities.values()].filter(({ owner }) => owner === 0);
    const { id, detail: info } = must(city);
    applyPacket(told, { name: 'city_update_counters', fields: { city: id, count: 2, counters: [7, 1] } });
    applyPacket(told, { name: 'city_info', fields: must(info) });
    expect(told.cities.get(id)?.counters).toEqual([7, 1]);
    applyPacket(told, { name: 'city_update_counters', fields: { city: 999_999, count: 1, counters: [1] } });
    expect(told.cities.get(999_999)).toBeUndefined();
  });
});

describe('people', () => {
  const citizens = (nationId: number[], nationCitizens: number[], size: number) =>
    cityContext({ ...nesa, size, detail: { ...detail, nationId, nationCitizens } });
  const founder = (original: number) => cityContext({ ...nesa, detail: { ...detail, original } });
  const nation = (player: number) => must(world.players.get(player)).nation;

  test.each([
    ['are foreign enough', 'VUT_MINFOREIGNPCT', 33, citizens([0, 2], [2, 1], 3), true],
    ['are not foreign enough', 'VUT_MINFOREIGNPCT', 34, citizens([0, 2], [2, 1], 3), false],
    ['are of two other nations', 'VUT_MINFOREIGNPCT', 50, citizens([1, 0, 2], [1, 2, 1], 4), true],
    ['hide what they are', 'VUT_MINFOREIGNPCT', 1, cityContext({ ...nesa, detail: undefined }), 'unknown'],
    ['must be there', 'VUT_MINFOREIGNPCT', 0, { player: 0 }, false],
    ['were founded by that nation', 'VUT_ORIGINAL_OWNER', nation(3), founder(3), true],
    ['were founded by another one', 'VUT_ORIGINAL_OWNER', nation(3), founder(0), false],
    ['were founded by one that is not told', 'VUT_ORIGINAL_OWNER', nation(3), cityContext(nesa), 'unknown'],
    ['must be there to have a founder', 'VUT_ORIGINAL_OWNER', nation(3), { player: 0 }, false],
  ] as const)('the people of a city %s', (_what, type, value, context, expected) => {
    expect(areMet(world, needs(type, value), context)).toBe(expected);
  });
});
