import { describe, expect, test } from 'vitest';
import { actions } from '../../../proxy/actions/registry.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { PlanList } from '../../../proxy/plans/plan-list.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(60);
const game = must(world.game);
const nextTurn = worldWith(world, { game: { ...game, turn: 61 } });
const research = must(world.research.get(0));
const learned = worldWith(world, {
  research: tableWith(world.research, ({ id }) => id, {
    ...research,
    inventions: research.inventions.replace('1', '2'),
  }),
});
const nesa = must(world.cities.get(133));
const founded = worldWith(world, { cities: tableWith(world.cities, ({ id }) => id, { ...nesa, id: 4000 }) });
const foreign = worldWith(world, {
  cities: tableWith(world.cities, ({ id }) => id, { ...nesa, id: 4000, owner: 1 }),
});

const queue: Plan = { kind: 'research_queue', id: 'research_queue', since: 60, techs: [3] };
const cities: Plan = {
  ...{ kind: 'city_plan', id: 'city_plan-all', since: 60, cities: 'all' },
  ...{ list: [], given: {}, known: [], keepDefenders: 0 },
};
const defaults: Plan = { kind: 'unit_defaults', id: 'plan_defaults', since: 60, known: [], exploring: [] };
const escort: Plan = {
  ...{ kind: 'escort', id: 'escort-108', since: 60, unitId: 108, unit: 'Workers', charge: 'Archers' },
  ...{ chargeId: 170, chargeTile: 1803, tries: 1, sentFrom: 1332, sentTurn: 60 },
};
const defend: Plan = {
  ...{ kind: 'defend', id: 'defend-133', since: 60, cityId: 133, city: 'Nesa', number: 1 },
  ...{ units: [{ id: 170, tries: 1, sentFrom: 1803, sentTurn: 60 }], released: [] },
};
const moved = worldWithUnits(world, unitWith(must(world.units.get(170)), { tile: 1724 }));
const settle: Plan = {
  ...{ kind: 'settle', id: 'settle-170', since: 60, unitId: 170, unit: 'Settlers', site: 1, isBest: false },
  ...{ tries: 1, sentFrom: 1803, sentTurn: 60 },
};

test.each([
  ['in a new turn', [defaults], nextTurn, true],
  ['only once in a turn', [queue, cities, defaults], world, false],
  ['for a research queue when a technology is learned', [queue], learned, true],
  ['for no other plans when a technology is learned', [cities, settle, defaults], learned, false],
  ['for a city plan when the seat has one more city', [cities], founded, true],
  ['for no city plan when others have one more city', [cities], foreign, false],
  ['for no other plans when the seat has one more city', [queue, settle, defaults], founded, false],
  ['for an escort when the unit that it goes with has moved', [escort], moved, true],
  ['for no other plans when a unit has moved', [settle, defend, defaults], moved, false],
  ['only where there are any', [], nextTurn, false],
])('plans are due %s', (_when, plans, now, expected) => {
  const list = new PlanList({ plans, ranTurn: 0 });
  expect(list.isDue(world)).toBe(plans.length > 0);
  list.markRan(world, 60);
  expect(list.isDue(now)).toBe(expected);
});

test('plans are not due for one that was set and carried out at once in a turn that began with none', () => {
  const list = new PlanList({ plans: [], ranTurn: 59 });
  list.setAtOnce(settle, world);
  expect(list.isDue(world)).toBe(false);
  expect(list.isDue(nextTurn)).toBe(true);
});

test('plans of a turn that has begun are still due when another one is set in it', () => {
  const list = new PlanList({ plans: [queue], ranTurn: 59 });
  list.setAtOnce(settle, world);
  expect(list.isDue(world)).toBe(true);
});

test('plans are due after a restart for what they wait for within the turn, and otherwise not', () => {
  expect(new PlanList({ plans: [settle], ranTurn: 60 }).isDue(world)).toBe(true);
  const list = new PlanList({ plans: [settle], ranTurn: 59 });
  list.markRan(world, 60);
  expect(list.isDue(world)).toBe(false);
});

test('plans stand in the order in which they were set, a new one in the place of that with its id', () => {
  const list = new PlanList();
  list.set(queue);
  list.set(settle);
  list.set({ ...queue, since: 61 });
  expect(list.all).toEqual([{ ...queue, since: 61 }, settle]);
  expect(list.get('settle-170')).toBe(settle);
  expect(list.get('settle-1')).toBeUndefined();
  list.remove('settle-1');
  list.remove('research_queue');
  expect(list.all).toEqual([settle]);
});

describe('actions of the agent', () => {
  const list = new PlanList({ plans: [queue, cities, settle, defaults, escort, defend], ranTurn: 60 });

  test.each([
    ['tech_research', undefined, ['research_queue']],
    ['tech_goal', undefined, ['research_queue']],
    ['player_rates', undefined, []],
    ['unit_sentry', 170, ['settle-170']],
    ['unit_sentry', 108, ['escort-108']],
    ['go_and', 170, ['settle-170']],
    ['escort', 108, []],
    ['escort', 170, ['settle-170']],
    ['defend', 133, []],
    ['unit_sentry', 171, []],
    ['unit_type_upgrade', undefined, []],
    ['city_buy', 170, []],
    ['settle', 170, []],
  ])('the action %s of %s ends the plans that it overrides', (action, actor, expected) => {
    expect(list.endedBy(must(actions.get(action)), actor)).toEqual(expected);
  });

  test.each([
    ['set_city_tiles', ['city_focus-133']],
    ['city_change_specialist', ['city_focus-133']],
    ['city_focus', ['city_tiles-133']],
    ['city_make_specialist', ['city_tiles-133', 'city_focus-133']],
    ['city_make_worker', ['city_tiles-133', 'city_focus-133']],
    ['city_arrange_citizens', ['city_tiles-133', 'city_focus-133']],
    ['city_buy', []],
  ])('the action %s ends the plans for the citizens of that city', (action, expected) => {
    const tiles = (cityId: number): Plan => ({
      ...{ kind: 'city_tiles', id: `city_tiles-${cityId}`, since: 60, cityId, city: '' },
      ...{ tiles: [], keep: true },
    });
    const focus = (city: number): Plan => ({
      ...{ kind: 'city_focus', id: `city_focus-${city}`, since: 60, cities: city },
      ...{ focus: 'food', known: [], arranged: {} },
    });
    const plans = new PlanList({ plans: [tiles(133), focus(133), tiles(5), focus(5)], ranTurn: 60 });
    expect(plans.endedBy(must(actions.get(action)), 133).toSorted()).toEqual(expected.toSorted());
  });

  test('an action of the agent ends no research queue where there is none', () => {
    expect(
      new PlanList({ plans: [settle], ranTurn: 60 }).endedBy(must(actions.get('tech_goal')), undefined),
    ).toEqual([]);
  });

  test.each([
    ['unit_explore', 171, ['plan_defaults', 'defend-133'], [{ exploring: [171] }, { released: [171] }]],
    ['unit_sentry', 171, ['defend-133'], [{ units: [{ id: 170 }], released: [171] }]],
    ['unit_sentry', 170, ['defend-133'], [{ units: [], released: [170] }]],
    ['city_buy', 170, [], []],
    ['unit_type_upgrade', undefined, [], []],
  ])('the action %s of %s changes the plans that chose the unit', (action, actor, ids, changes) => {
    const changed = list.changedBy(must(actions.get(action)), actor);
    expect(changed.map(({ id }) => id)).toEqual(ids);
    expect(changed).toMatchObject(changes);
  });

  test('an action of the agent may be about a unit that a plan moves', () => {
    expect([170, 171].map((id) => list.movesUnit(id))).toEqual([true, false]);
    expect(new PlanList({ plans: [queue, defaults], ranTurn: 60 }).movesUnit(170)).toBe(false);
  });
});

test('a plan that ends is removed and told, with its unit and its city where it has them', () => {
  const list = new PlanList({ plans: [queue, settle], ranTurn: 60 });
  expect(list.end(settle, { outcome: 'done', cityId: 133, sentence: 'Done.' }, 60)).toEqual({
    ...{ event: 'plan_ended', turn: 60, plan: 'settle', id: 'settle-170', outcome: 'done' },
    ...{ unit_id: 170, city_id: 133, sentence: 'Done.' },
  });
  expect(list.end(queue, { outcome: 'failed', sentence: 'No way.' }, 61)).toEqual({
    ...{ event: 'plan_ended', turn: 61, plan: 'research_queue', id: 'research_queue' },
    ...{ outcome: 'failed', sentence: 'No way.' },
  });
  expect(list.all).toEqual([]);
  const idsSince = (turn: number) => list.endedSince(turn).map(({ id }) => id);
  expect([60, 61, 62].map(idsSince)).toEqual([['settle-170', 'research_queue'], ['research_queue'], []]);
});

test('the last 50 plans that ended are told, oldest first', () => {
  const list = new PlanList();
  for (let turn = 1; turn <= 51; turn += 1) list.end(queue, { outcome: 'done', sentence: '' }, turn);
  expect(list.endedSince(0).map(({ turn }) => turn)).toEqual(Array.from({ length: 50 }, (_, i) => i + 2));
  expect(list.endedAfter(list.endedCount)).toEqual([]);
  expect(list.endedAfter(list.endedCount - 2).map(({ turn }) => turn)).toEqual([50, 51]);
  expect(list.endedAfter(0)).toHaveLength(50);
});
