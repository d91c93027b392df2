import { describe, expect, test } from 'vitest';
import { obstacleTo } from '../../../proxy/orders/obstacle.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
/** In Nesa at (9, 23). */
const inCity = must(recorded.units.get(170));
/** In the open at (9, 22), beside the city. */
const archers = unitWith(inCity, { tile: 1725, activity: 'ACTIVITY_IDLE' });
const legion = must(recorded.units.get(131));
const NORTH = must(recorded.map.tileAt({ x: 9, y: 21 }));
const NORTH_EAST = must(recorded.map.tileAt({ x: 10, y: 21 }));
const world = worldWithUnits(recorded, archers);
const enemyAt = (tile: number, id = 131) => ({ ...unitWith(legion, { tile }), id });

test('a step is kept from a unit by units of others on the tile', () => {
  const there = worldWithUnits(world, enemyAt(NORTH), enemyAt(NORTH, 5000));
  expect(obstacleTo(there, archers, NORTH)).toEqual({
    kind: 'occupied',
    by: [131, 5000].map((id) => ({
      ...{ kind: 'unit', id, name: 'Legion', player_id: 2, nation: 'Austrian', x: 9, y: 21 },
    })),
    words: 'Austrian Legion 131 at (9, 21), Austrian Legion 5000 at (9, 21) is in the way',
  });
});

test('a step is kept from a unit by a city of others, named before its units', () => {
  const graz = must(recorded.cities.get(135));
  const there = worldWith(worldWithUnits(world, enemyAt(NORTH)), {
    cities: tableWith(world.cities, ({ id }) => id, { ...graz, tile: NORTH }),
  });
  expect(obstacleTo(there, archers, NORTH)).toMatchObject({
    kind: 'occupied',
    by: [
      { kind: 'city', id: 135, name: 'Graz', player_id: 2, nation: 'Austrian', x: 9, y: 21 },
      { kind: 'unit', id: 131 },
    ],
    words: 'the Austrian city Graz (9, 21), Austrian Legion 131 at (9, 21) is in the way',
  });
});

test('a step is kept from a unit by the sea, without a boat', () => {
  const sea = must(recorded.map.tileAt({ x: 9, y: 24 }));
  expect(obstacleTo(recorded, inCity, sea)).toEqual({
    kind: 'no_transport',
    by: [],
    words: 'it cannot be at (9, 24) and no transport with room is there',
  });
});

test('a step is kept from a unit by nothing on free land', () => {
  expect(obstacleTo(world, archers, NORTH)).toBeUndefined();
  expect(obstacleTo(world, archers, archers.tile)).toBeUndefined();
});

describe('zone of control', () => {
  /** An enemy beside both the unit and the tile where it wants to go. */
  const beside = enemyAt(NORTH_EAST);

  test('the zone of control of others keeps a unit from a tile beside them, with who they are', () => {
    const there = worldWithUnits(world, beside);
    expect(obstacleTo(there, archers, NORTH)).toMatchObject({
      kind: 'zone_of_control',
      by: [{ kind: 'unit', id: 131, x: 10, y: 21 }],
      words: 'the way to (9, 21) is in the zone of control of Austrian Legion 131 at (10, 21)',
    });
  });

  test('the zone of control names none of those who are further away or have none', () => {
    const diplomat = { ...must(recorded.units.get(304)), tile: NORTH_EAST };
    const far = enemyAt(must(recorded.map.tileAt({ x: 9, y: 19 })), 5000);
    const there = worldWithUnits(world, beside, diplomat, far);
    expect(obstacleTo(there, archers, NORTH)?.by).toMatchObject([{ id: 131 }]);
  });

  test('the zone of control lets a unit go into a city', () => {
    const there = worldWithUnits(world, enemyAt(must(recorded.map.tileAt({ x: 10, y: 22 }))));
    expect(obstacleTo(there, archers, inCity.tile)).toBeUndefined();
  });
});

describe('land of others', () => {
  /** Player 2 owns the tile to the north, and stands to us like this. */
  const foreignLand = (type: 'DS_PEACE' | 'DS_ALLIANCE' | 'DS_WAR') => {
    const entries = [...world.diplomacy.values()]
      .filter(({ plr1, plr2 }) => [plr1, plr2].toSorted().join() === '0,2')
      .map((entry) => ({ ...entry, type }));
    const tile = { ...must(world.tiles.get(NORTH)), owner: 2 };
    return worldWith(world, {
      diplomacy: tableWith(world.diplomacy, (entry) => entry.diplstateId, ...entries),
      tiles: tableWith(world.tiles, (one) => one.tile, tile),
    });
  };

  test('the land of others is closed to armies by a treaty of peace', () => {
    expect(obstacleTo(foreignLand('DS_PEACE'), archers, NORTH)).toEqual({
      kind: 'peace',
      by: [],
      words: 'a treaty of peace closes the Austrian borders at (9, 21)',
    });
  });

  test.each(['DS_ALLIANCE', 'DS_WAR'] as const)('the land of others is open to armies in %s', (type) => {
    expect(obstacleTo(foreignLand(type), archers, NORTH)).toBeUndefined();
  });

  test('the land of others is open to civilians', () => {
    const workers = unitWith(must(recorded.units.get(108)), { tile: archers.tile });
    const there = worldWithUnits(foreignLand('DS_PEACE'), workers);
    expect(obstacleTo(there, workers, NORTH)).toBeUndefined();
  });
});
