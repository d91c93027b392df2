import { expect, test } from 'vitest';
import { terrainOf } from '../../../proxy/rules/lookup/tiles.js';
import { turnsIfBegun, turnsOfWork } from '../../../proxy/rules/terrain/work-time.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const { ruleset, map } = recorded;
const extraNamed = (name: string) =>
  must([...ruleset.extras.values()].find(({ ruleName }) => ruleName === name)).id;
const terrainNamed = (name: string) =>
  must([...ruleset.terrains.values()].find(({ ruleName }) => ruleName === name)).id;
const typeNamed = (name: string) =>
  must([...ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;

const PLACE = must(map.tileAt({ x: 9, y: 22 }));
const ROAD = extraNamed('Road');
const RAILROAD = extraNamed('Railroad');
const MINE = extraNamed('Mine');
const IRRIGATION = extraNamed('Irrigation');
const FORTRESS = extraNamed('Fortress');
const POLLUTION = extraNamed('Pollution');

/** The recorded world with this terrain at the place. */
function landOf(name: string) {
  const tile = { ...must(recorded.tiles.get(PLACE)), terrain: terrainNamed(name) };
  return worldWith(recorded, { tiles: tableWith(recorded.tiles, (one) => one.tile, tile) });
}

/** Workers that have done nothing yet and can still move. */
const workers = unitWith(
  must(recorded.units.get(108)),
  { tile: PLACE, activity: 'ACTIVITY_IDLE', veteran: 0 },
  { activityCount: 0, movesleft: 3 },
);
const engineers: Unit = { ...workers, id: 9001, type: typeNamed('Engineers') };

/** The unit at a work, having done so much of it; a worker without veteran levels does 10 in a turn. */
function at(
  unit: Unit,
  activity: Unit['activity'],
  target: number,
  activityCount: number,
  movesleft = 3,
): Unit {
  return unitWith(unit, { activity, activityTarget: target }, { activityCount, movesleft });
}

test('the recorded ruleset is the classic one, with these times of work on hills', () => {
  const hills = must(terrainOf(landOf('Hills'), PLACE));
  const { roadTime, miningTime, irrigationTime, transformTime, pillageTime, cleanPollutionTime } = hills;
  expect({ roadTime, miningTime, irrigationTime, transformTime, pillageTime, cleanPollutionTime }).toEqual({
    ...{ roadTime: 4, miningTime: 10, irrigationTime: 10, transformTime: 24 },
    ...{ pillageTime: 1, cleanPollutionTime: 3 },
  });
});

test.each([
  ['a road on grassland', 'Grassland', 'ACTIVITY_GEN_ROAD', ROAD, 2],
  ['a road on hills', 'Hills', 'ACTIVITY_GEN_ROAD', ROAD, 4],
  ['a railroad, which takes three turns anywhere', 'Hills', 'ACTIVITY_GEN_ROAD', RAILROAD, 3],
  ['a mine on hills', 'Hills', 'ACTIVITY_MINE', MINE, 10],
  ['irrigation of hills', 'Hills', 'ACTIVITY_IRRIGATE', IRRIGATION, 10],
  ['irrigation of grassland', 'Grassland', 'ACTIVITY_IRRIGATE', IRRIGATION, 5],
  ['a fortress', 'Grassland', 'ACTIVITY_BASE', FORTRESS, 3],
  ['pollution to be cleaned', 'Grassland', 'ACTIVITY_POLLUTION', POLLUTION, 3],
  ['a road to be pillaged', 'Grassland', 'ACTIVITY_PILLAGE', ROAD, 1],
  ['another terrain, about no extra', 'Hills', 'ACTIVITY_TRANSFORM', undefined, 24],
  ['a sentry, which is no work', 'Hills', 'ACTIVITY_SENTRY', undefined, undefined],
] as const)('workers who begin %s need the turns of that terrain', (_what, land, activity, extra, turns) => {
  expect(turnsIfBegun(landOf(land), workers, activity, extra)).toBe(turns);
});

test('a ruleset may give an extra a time of its own, or a part of that of the terrain', () => {
  const hills = landOf('Hills');
  const withRoad = (changes: object) => {
    const extras = new Map(ruleset.extras).set(ROAD, { ...must(ruleset.extras.get(ROAD)), ...changes });
    return {
      ...hills,
      ruleset: Object.assign(Object.create(Object.getPrototypeOf(ruleset)), ruleset, { extras }),
    };
  };
  const turns = (changes: object, activity: Unit['activity'] = 'ACTIVITY_GEN_ROAD') =>
    turnsIfBegun(withRoad(changes), workers, activity, ROAD);
  expect(turns({ buildTime: 7 })).toBe(7);
  expect(turns({ buildTimeFactor: 3 })).toBe(12);
  expect(turns({ removalTime: 6 }, 'ACTIVITY_PILLAGE')).toBe(6);
  expect(turns({ removalTimeFactor: 5 }, 'ACTIVITY_PILLAGE')).toBe(5);
});

test.each([
  ['engineers, with twice the moves, work twice as fast', engineers, 5],
  [
    'veterans of the first rank work a half faster',
    { ...workers, type: typeNamed('Archers'), veteran: 1 },
    7,
  ],
  ['workers have no ranks in this ruleset', { ...workers, veteran: 1 }, 10],
  ['who has no moves left begins with the next turn', unitWith(workers, {}, { movesleft: 0 }), 11],
  ['what was done of another work counts nothing', unitWith(workers, {}, { activityCount: 50 }), 10],
  ['a type that the ruleset does not have does nothing', { ...workers, type: 999 }, undefined],
])('a mine on hills takes ten turns: %s', (_who, unit, turns) => {
  expect(turnsIfBegun(landOf('Hills'), unit, 'ACTIVITY_MINE', MINE)).toBe(turns);
});

test.each([
  ['alone, with a half done', [at(workers, 'ACTIVITY_MINE', MINE, 50)], 5],
  ['alone, all but done', [at(workers, 'ACTIVITY_MINE', MINE, 99)], 1],
  ['with no moves left', [at(workers, 'ACTIVITY_MINE', MINE, 50, 0)], 6],
  [
    'with engineers at the same',
    [at(workers, 'ACTIVITY_MINE', MINE, 10), at(engineers, 'ACTIVITY_MINE', MINE, 0)],
    3,
  ],
  [
    'with engineers at something else',
    [at(workers, 'ACTIVITY_MINE', MINE, 50), at(engineers, 'ACTIVITY_GEN_ROAD', ROAD, 0)],
    5,
  ],
  [
    'with engineers at the same about another extra',
    [at(workers, 'ACTIVITY_MINE', MINE, 50), at(engineers, 'ACTIVITY_MINE', -1, 0)],
    5,
  ],
  [
    'with engineers on another tile',
    [at(workers, 'ACTIVITY_MINE', MINE, 50), at({ ...engineers, tile: PLACE + 1 }, 'ACTIVITY_MINE', MINE, 0)],
    5,
  ],
  [
    'beside foreign ones, whose work is not told',
    [
      at(workers, 'ACTIVITY_MINE', MINE, 50),
      { ...at(engineers, 'ACTIVITY_MINE', MINE, 0), detail: undefined },
    ],
    5,
  ],
])('workers who mine hills %s are done in some turns', (_how, crew, turns) => {
  const [worker] = crew;
  expect(turnsOfWork(worldWithUnits(landOf('Hills'), ...crew), must(worker))).toBe(turns);
});

test('who joins others at a work is done sooner, and does not count twice when it is at it already', () => {
  const mining = worldWithUnits(landOf('Hills'), at(engineers, 'ACTIVITY_MINE', MINE, 20));
  expect(turnsIfBegun(mining, workers, 'ACTIVITY_MINE', MINE)).toBe(3);
  const itself = at(workers, 'ACTIVITY_MINE', MINE, 50);
  expect(turnsIfBegun(worldWithUnits(landOf('Hills'), itself), itself, 'ACTIVITY_MINE', MINE)).toBe(10);
});
