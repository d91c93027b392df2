import { expect, test } from 'vitest';
import type { Plan } from '../../../proxy/plans/plan.js';
import { planView } from '../../../proxy/views/entities/plan-view.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(2);
const base = { since: 7 };

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
])('a standing plan shows %s', (_what, plan, view) => {
  expect(planView(world, plan)).toStrictEqual(view);
});
