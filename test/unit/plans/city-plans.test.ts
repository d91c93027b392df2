import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ActionData } from '#shared/protocol/actions.js';
import { cityPlanStep, queueOfPlan } from '../../../proxy/plans/city-plan.js';
import type { CityPlan, Plan, UnitDefaultsPlan } from '../../../proxy/plans/plan.js';
import { planStep } from '../../../proxy/plans/plan-step.js';
import { unitDefaultsStep, withExploring } from '../../../proxy/plans/unit-defaults.js';
import { displayName } from '../../../proxy/rules/lookup/names.js';
import { canBuild } from '../../../proxy/rules/production/build-targets.js';
import { allTargets, targetOf } from '../../../proxy/rules/production/target.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(60);
const NOTHING: ReadonlySet<number> = new Set();
const targets = allTargets(world).map(({ kind, value }) => ({ kind, value }));
const cities = [...world.cities.values()].filter(
  ({ owner, detail }) => owner === world.seat.player && detail !== undefined,
);
const units = [...world.units.values()].filter(({ owner }) => owner === world.seat.player);

const anyPlan = fc
  .record({
    list: fc.array(fc.constantFrom(...targets), { maxLength: 8 }),
    cities: fc.constantFrom<CityPlan['cities']>('all', 'new', ...cities.map(({ id }) => id)),
    keepDefenders: fc.integer({ min: 0, max: 3 }),
    known: fc.subarray(cities.map(({ id }) => id)),
  })
  .map((chosen): CityPlan => ({ kind: 'city_plan', id: 'city_plan', since: 1, given: {}, ...chosen }));

test('the recorded player has cities and units', () => {
  expect(cities.length).toBeGreaterThan(3);
  expect(units.length).toBeGreaterThan(5);
});

/** The city and the things that an action of a plan is about. */
function readAction({ actor_id: id, items }: ActionData) {
  const city = cities.find((own) => own.id === id);
  if (city === undefined) throw new Error('it is about no own city');
  const names: readonly unknown[] = Array.isArray(items) ? items : [];
  const things = allTargets(world).filter(({ thing }) => names.includes(thing.ruleName));
  expect(things).toHaveLength(new Set(names).size);
  return { city, things };
}

function isMeant({ cities: meant, known }: CityPlan, id: number): boolean {
  return meant === 'new' ? !known.includes(id) : meant === 'all' || meant === id;
}

test('a city plan says what it adds to the worklist later', () => {
  const [city] = cities;
  const never = targets.find(({ kind, value }) => {
    const target = targetOf(world, kind, value);
    return city !== undefined && target !== undefined && canBuild(world, city, target) === false;
  });
  if (city === undefined || never === undefined) throw new Error('the city can build all');
  const name = targetOf(world, never.kind, never.value)?.thing.name ?? '';
  const words = (list: CityPlan['list']) => {
    const about = { id: 'p', since: 1, cities: city.id, known: [], keepDefenders: 0 };
    return queueOfPlan(world, { kind: 'city_plan', ...about, list, given: {} }) ?? '';
  };
  expect(words([never]).endsWith(`; later ${displayName(name)}`)).toBe(true);
  expect(words([])).not.toContain('later');
});

test('a city plan gives a city only what it can build and is on the list, and defenders', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const step = cityPlanStep(world, plan, NOTHING);
      for (const action of step.kind === 'act' ? step.actions : []) {
        const { city, things } = readAction(action);
        expect(isMeant(plan, city.id)).toBe(true);
        expect(things.map((thing) => canBuild(world, city, thing))).not.toContain(false);
        const isListed = things.every((thing) =>
          plan.list.some(({ kind, value }) => kind === thing.kind && value === thing.value),
        );
        expect(isListed || action.action_type === 'city_worklist_insert').toBe(true);
      }
    }),
  );
});

test('a city gets no entry of the list a second time', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      let step = cityPlanStep(world, { ...plan, keepDefenders: 0 }, NOTHING);
      for (let round = 0; round < 5 && step.kind === 'act'; round += 1) {
        const now = step.plan;
        if (now.kind !== 'city_plan') throw new Error('it became another plan');
        step = cityPlanStep(world, now, NOTHING);
      }
      expect(step.kind).not.toBe('act');
    }),
  );
});

test('a plan for one city ends when the city has all, and fails when it is lost', () => {
  fc.assert(
    fc.property(anyPlan, (plan) => {
      const step = cityPlanStep(world, plan, NOTHING);
      if (typeof plan.cities !== 'number') expect(step.kind).not.toBe('end');
      if (step.kind === 'end') {
        expect(plan.keepDefenders).toBe(0);
        const isGiven = ({ kind, value }: CityPlan['list'][number]) =>
          targetOf(world, kind, value) !== undefined;
        expect(plan.list.every(isGiven)).toBe(true);
      }
      expect(cityPlanStep(world, { ...plan, cities: 999_999 }, NOTHING)).toMatchObject({
        end: { outcome: 'failed' },
      });
    }),
  );
});

const anyDefaults = fc
  .record({
    newWorkers: fc.constant<'auto'>('auto'),
    newMilitary: fc.constant<'fortify'>('fortify'),
    explorersEnd: fc.constantFrom<'sentry' | 'fortify'>('sentry', 'fortify'),
    known: fc.subarray(units.map(({ id }) => id)),
    exploring: fc.subarray(units.map(({ id }) => id)),
  })
  .map((chosen): UnitDefaultsPlan => ({ kind: 'unit_defaults', id: 'plan_defaults', since: 1, ...chosen }));

test('defaults give an order once, and only to units that wait for one', () => {
  fc.assert(
    fc.property(anyDefaults, (plan) => {
      const step = unitDefaultsStep(world, plan, NOTHING);
      if (step.kind === 'end' || step.plan.kind !== 'unit_defaults') throw new Error('defaults do not end');
      for (const { actor_id: id } of step.kind === 'act' ? step.actions : []) {
        const unit = world.units.get(id ?? -1);
        expect(unit?.activity).toBe('ACTIVITY_IDLE');
        expect(unit?.detail?.hasOrders).toBe(false);
        expect(!plan.known.includes(id ?? -1) || plan.exploring.includes(id ?? -1)).toBe(true);
      }
      expect(unitDefaultsStep(world, step.plan, NOTHING).kind).toBe('wait');
    }),
  );
});

test('an action of the agent makes a unit its own affair, and exploring the plan’s', () => {
  fc.assert(
    fc.property(anyDefaults, fc.constantFrom(...units), (plan, { id }) => {
      expect(withExploring(plan, 'unit_explore', id).exploring).toContain(id);
      expect(withExploring(plan, 'unit_move', id).exploring).not.toContain(id);
    }),
  );
});

test('a city that came after a plan for all cities and one for new ones follows only the latter', () => {
  const [first, ...others] = cities.map(({ id }) => id);
  const [warriors] = targets;
  if (first === undefined || warriors === undefined) throw new Error('there is no city');
  const common = { kind: 'city_plan', since: 1, list: [warriors], given: {}, keepDefenders: 0 } as const;
  const all: CityPlan = { ...common, list: [warriors], id: 'city_plan-all', cities: 'all', known: [] };
  const fresh: CityPlan = { ...all, id: 'city_plan-new', cities: 'new', known: others };
  const got = (plan: CityPlan, plans: readonly Plan[]) => {
    const step = planStep(world, plan, { chooseSite: () => undefined, plans });
    if (step.kind === 'end' || step.plan.kind !== 'city_plan') throw new Error('it became another plan');
    return Object.keys(step.plan.given)
      .map(Number)
      .toSorted((a, b) => a - b);
  };
  const every = [first, ...others].toSorted((a, b) => a - b);
  expect(got(all, [all])).toEqual(every);
  expect(got(fresh, [all, fresh])).toEqual([first]);
  expect(got(all, [all, fresh])).toEqual(others.toSorted((a, b) => a - b));
  // It was there when the plan for all was set.
  const later = { ...all, known: every };
  expect(got(later, [later, fresh])).toEqual(every);
  const focus = { kind: 'city_focus', since: 1, focus: 'food', arranged: {} } as const;
  const beside: Plan = { ...focus, arranged: {}, id: 'city_focus-new', cities: 'new', known: others };
  const focusAll: Plan = { ...beside, id: 'city_focus-all', cities: 'all', known: [] };
  const about = (plans: readonly Plan[]) => {
    const step = planStep(world, focusAll, { chooseSite: () => undefined, plans });
    const arranged = step.kind !== 'end' && step.plan.kind === 'city_focus' ? step.plan.arranged : {};
    const acting = step.kind === 'act' ? step.actions.map(({ actor_id: id }) => id) : [];
    return [...Object.keys(arranged).map(Number), ...acting];
  };
  expect([about([focusAll]).includes(first), about([focusAll, beside]).includes(first)]).toEqual([
    true,
    false,
  ]);
});
