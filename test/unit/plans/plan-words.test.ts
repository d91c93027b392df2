import { expect, test } from 'vitest';
import type { CityPlan, Plan } from '../../../proxy/plans/plan.js';
import { PlanList } from '../../../proxy/plans/plan-list.js';
import { plansInWords, planWords } from '../../../proxy/plans/plan-words.js';
import { NOT_SENT } from '../../../proxy/plans/sending.js';
import { allTechs } from '../../../proxy/rules/lookup/research.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import { must } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(60);
const base = { id: 'plan', since: 60 };
const nesa = must(world.cities.get(133));
const OPEN = must(world.map.tileAt({ x: 9, y: 21 }));

function techsNamed(...names: readonly string[]): number[] {
  return names.map((name) => must(allTechs(world).find(({ ruleName }) => ruleName === name)).id);
}

function listOf(...names: readonly string[]): CityPlan['list'] {
  return names.map((name) => {
    const { kind, value } = must(allTargets(world).find(({ thing }) => thing.ruleName === name));
    return { kind, value };
  });
}

const cityPlan: CityPlan = {
  ...{ kind: 'city_plan', ...base, cities: 'all' },
  ...{ list: [], given: {}, known: [], keepDefenders: 0 },
};
/** Every city has got these places of the list. */
function givenAll(...indices: readonly number[]): CityPlan['given'] {
  return Object.fromEntries([...world.cities.values()].map(({ id }) => [id, [...indices]]));
}
const defaults: Plan = { kind: 'unit_defaults', ...base, known: [], exploring: [] };

test.each<readonly [Plan, string]>([
  [
    { kind: 'settle', ...base, unitId: 12, unit: 'Settlers', site: OPEN, isBest: true, ...NOT_SENT },
    'Settlers 12 goes to (9, 21) and founds a city',
  ],
  [
    { kind: 'research_queue', ...base, techs: techsNamed('Bronze Working', 'Alphabet') },
    'research Bronze Working, Alphabet',
  ],
  [
    {
      ...{ kind: 'research_queue', ...base },
      techs: techsNamed('Alphabet', 'Pottery', 'Masonry', 'Writing', 'Currency', 'Trade', 'Banking'),
    },
    'research Alphabet, Pottery, Masonry, Writing, Currency and 2 more',
  ],
  [{ ...cityPlan, list: listOf('Temple', 'Settlers') }, 'all cities build Temple, Settlers'],
  [{ ...cityPlan, list: listOf('Temple', 'Settlers'), given: givenAll(0) }, 'all cities build Settlers'],
  [
    { ...cityPlan, list: listOf('Temple', 'Settlers'), given: givenAll(0, 1) },
    'cities to come build Temple, Settlers',
  ],
  [{ ...cityPlan, cities: 'new', keepDefenders: 2 }, 'new cities keep 2 defenders'],
  [
    { ...cityPlan, cities: 133, city: 'Nesa', list: listOf('Temple'), keepDefenders: 1 },
    'Nesa build Temple, Nesa keep 1 defenders',
  ],
  [{ ...cityPlan, cities: 133, list: listOf('Temple') }, 'city 133 build Temple'],
  [
    { kind: 'city_focus', ...base, cities: 'all', focus: 'food', known: [], arranged: {} },
    'all cities: most food',
  ],
  [
    { kind: 'city_tiles', ...base, cityId: 133, city: 'Nesa', tiles: [OPEN], keep: true },
    'Nesa works (9, 21)',
  ],
  [{ ...defaults, newWorkers: 'auto' }, 'new workers work by themselves'],
  [
    { ...defaults, newMilitary: 'fortify', explorersEnd: 'sentry' },
    'new military units fortify, explorers end as sentry',
  ],
  [
    {
      ...{ kind: 'go_and', ...base, unitId: 5, unit: 'Archers', goal: nesa.tile, purpose: 'join_city' },
      ...{ stage: 'going', ...NOT_SENT },
    },
    'Archers 5 goes to Nesa (9, 23): join city',
  ],
  [
    {
      ...{ kind: 'escort', ...base, unitId: 5, unit: 'Archers', chargeId: 6, charge: 'Settlers' },
      ...{ chargeTile: OPEN, ...NOT_SENT },
    },
    'Archers 5 goes with Settlers 6',
  ],
  [
    { kind: 'defend', ...base, cityId: 133, city: 'Nesa', number: 2, units: [], released: [] },
    '2 units stay in Nesa to hold it',
  ],
  [{ kind: 'everything_but', ...base, ids: [5, 6] }, 'plans leave 5, 6 alone'],
  [
    { kind: 'delegation', ...base, part: 'workers', until: 70, units: [1, 2], sent: [], released: [] },
    'the game sees to the work of workers until turn 70, by 2 units',
  ],
  [
    {
      ...{ kind: 'delegation', ...base, part: 'front', until: 65, place: OPEN, radius: 3 },
      ...{ units: [], sent: [], released: [] },
    },
    'the game sees to the front at (9, 21) until turn 65, by 0 units',
  ],
])('a plan is told as a clause: %#', (plan, words) => {
  expect(planWords(world, plan, [plan])).toBe(words);
});

test('the words of all plans are kept until a plan or the world changes', () => {
  const plan = { ...cityPlan, list: listOf('Temple', 'Settlers') };
  const list = new PlanList({ plans: [plan], ranTurn: 60 });
  const now = { ...world };
  const words = plansInWords(now, list);
  expect(words).toEqual(['all cities build Temple, Settlers']);
  expect(plansInWords(now, list)).toBe(words);
  list.set({ ...plan, given: givenAll(0) });
  const fewer = plansInWords(now, list);
  expect(fewer).toEqual(['all cities build Settlers']);
  now.version = now.pendingVersion = now.version + 1;
  expect(plansInWords(now, list)).not.toBe(fewer);
});
