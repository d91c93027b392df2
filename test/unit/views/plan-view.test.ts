import { expect, test } from 'vitest';
import type { Plan } from '../../../proxy/plans/plan.js';
import { planView } from '../../../proxy/views/entities/plan-view.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(2);
const base = { since: 7 };
const sent = { tries: 1, sentFrom: 9, sentTurn: 6 };

/** Numbers of the recorded ruleset, and one that it does not have. */
function numberOf(
  things: Iterable<{ readonly id: number; readonly ruleName: string }>,
  name: string,
): number {
  return [...things].find(({ ruleName }) => ruleName === name)?.id ?? -1;
}

const warriors = numberOf(world.ruleset.unitTypes.values(), 'Warriors');
const temple = numberOf(world.ruleset.improvements.values(), 'Temple');
const pottery = numberOf(world.ruleset.techs.values(), 'Pottery');

test.each<readonly [string, Plan, object]>([
  [
    'a site on the map',
    {
      kind: 'settle',
      id: 's',
      ...base,
      unitId: 5,
      unit: 'Settlers',
      site: world.map.xsize + 3,
      isBest: true,
      tries: 1,
      sentFrom: 9,
      sentTurn: 6,
    },
    {
      plan: 'settle',
      id: 's',
      since: 7,
      unit_id: 5,
      site: world.map.position(world.map.xsize + 3),
      best: true,
    },
  ],
  [
    'technologies by name, a number where there is none',
    { kind: 'research_queue', id: 'r', ...base, techs: [pottery, 999] },
    { plan: 'research_queue', id: 'r', since: 7, techs: ['pottery', '999'] },
  ],
  [
    'a list of units and buildings',
    {
      kind: 'city_plan',
      id: 'c',
      ...base,
      cities: 'new',
      list: [
        { kind: 'VUT_UTYPE', value: warriors },
        { kind: 'VUT_IMPROVEMENT', value: temple },
        { kind: 'VUT_IMPROVEMENT', value: 999 },
      ],
      given: {},
      known: [],
      keepDefenders: 2,
    },
    {
      plan: 'city_plan',
      id: 'c',
      since: 7,
      cities: 'new',
      list: ['warriors', 'temple', 'VUT_IMPROVEMENT'],
      left: [],
      keep_defenders: 2,
    },
  ],
  [
    'all defaults of units',
    {
      kind: 'unit_defaults',
      id: 'u',
      ...base,
      newWorkers: 'auto',
      newMilitary: 'fortify',
      explorersEnd: 'sentry',
      known: [],
      exploring: [],
    },
    {
      plan: 'unit_defaults',
      id: 'u',
      since: 7,
      new_workers: 'auto',
      new_military: 'fortify',
      explorers_end: 'sentry',
    },
  ],
  [
    'only the defaults that are set',
    { kind: 'unit_defaults', id: 'u', ...base, known: [1], exploring: [2] },
    { plan: 'unit_defaults', id: 'u', since: 7 },
  ],
  [
    'the tiles of a city',
    {
      kind: 'city_tiles',
      id: 't',
      ...base,
      cityId: 3,
      city: 'Nesa',
      tiles: [1, world.map.xsize],
      keep: true,
    },
    {
      plan: 'city_tiles',
      id: 't',
      since: 7,
      city_id: 3,
      tiles: [world.map.position(1), world.map.position(world.map.xsize)],
      keep: true,
    },
  ],
  [
    'where a unit goes and what for',
    {
      kind: 'go_and',
      id: 'g',
      ...base,
      unitId: 5,
      unit: 'Workers',
      goal: 9,
      purpose: 'sentry',
      stage: 'going',
      ...sent,
    },
    { plan: 'go_and', id: 'g', since: 7, unit_id: 5, goal: world.map.position(9), do: 'sentry' },
  ],
  [
    'both ends of a patrol',
    {
      kind: 'go_and',
      id: 'g',
      ...base,
      unitId: 5,
      unit: 'Workers',
      goal: 9,
      purpose: 'patrol',
      patrolTo: 12,
      stage: 'there',
      ...sent,
    },
    {
      plan: 'go_and',
      id: 'g',
      since: 7,
      unit_id: 5,
      goal: world.map.position(9),
      do: 'patrol',
      patrol_to: world.map.position(12),
    },
  ],
  [
    'who goes with whom',
    {
      kind: 'escort',
      id: 'e',
      ...base,
      unitId: 5,
      unit: 'Warriors',
      charge: 'Settlers',
      chargeId: 6,
      chargeTile: 9,
      ...sent,
    },
    { plan: 'escort', id: 'e', since: 7, unit_id: 5, with_unit: 6 },
  ],
  [
    'who comes to a city that is gone',
    {
      kind: 'defend',
      id: 'd',
      ...base,
      cityId: 99_999,
      city: 'Nesa',
      number: 2,
      units: [
        { id: 5, ...sent },
        { id: 8, ...sent },
      ],
      released: [4],
    },
    { plan: 'defend', id: 'd', since: 7, city_id: 99_999, number: 2, there: 0, coming: [5, 8] },
  ],
  [
    'what is left alone',
    { kind: 'everything_but', id: 'b', ...base, ids: [4, 2] },
    { plan: 'everything_but', id: 'b', since: 7, except: [4, 2] },
  ],
  [
    'a part of the realm that the game sees to',
    {
      ...{ kind: 'delegation', id: 'f', ...base, part: 'front', until: 17, place: 3, radius: 4 },
      ...{ units: [1], sent: [{ id: 2, goal: 3, ...sent }], released: [9] },
    },
    {
      ...{ plan: 'delegation', id: 'f', since: 7, part: 'front', until: 17, radius: 4, units: [1, 2] },
      place: world.map.position(3),
    },
  ],
])('a standing plan shows %s', (_what, plan, view) => {
  expect(JSON.parse(JSON.stringify(planView(world, plan, [plan])))).toStrictEqual(view);
});
