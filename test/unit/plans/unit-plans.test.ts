import fc from 'fast-check';
import { expect, test } from 'vitest';
import { delegatedParts, goAndPurposes } from '#shared/protocol/state/plans.js';
import { actions } from '../../../proxy/actions/registry.js';
import { isDefender } from '../../../proxy/plans/defenders.js';
import { delegationId } from '../../../proxy/plans/delegation.js';
import { type DelegationPlan, type Plan, type PlanStep, planSchema } from '../../../proxy/plans/plan.js';
import { PlanList } from '../../../proxy/plans/plan-list.js';
import { planStep } from '../../../proxy/plans/plan-step.js';
import { isWaiting, NOT_SENT } from '../../../proxy/plans/sending.js';
import { CITY_FOCUSES } from '../../../proxy/rules/cities/placement.js';
import { cityTiles } from '../../../proxy/rules/lookup/cities.js';
import { allTargets } from '../../../proxy/rules/production/target.js';
import { commit, markChanged } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** A recorded world in which every second defender waits for an order. */
function worldWithIdleDefenders() {
  const changed = worldAtTurn(60);
  const defenders = [...changed.units.values()].filter(
    (unit) => unit.owner === changed.seat.player && isDefender(changed, unit),
  );
  for (const [index, unit] of defenders.entries()) {
    if (index % 2 === 1 || unit.detail === undefined) continue;
    const detail = { ...unit.detail, hasOrders: false, ai: false };
    changed.units.set(unit.id, { ...unit, activity: 'ACTIVITY_IDLE', detail }, markChanged(changed));
  }
  commit(changed);
  return changed;
}

const world = worldWithIdleDefenders();
const me = world.seat.player;
const own = [...world.units.values()].filter(({ owner }) => owner === me);
const cities = [...world.cities.values()].filter(({ owner, detail }) => owner === me && detail !== undefined);
const techs = [...world.ruleset.techs.keys()];
const targets = allTargets(world).map(({ kind, value }) => ({ kind, value }));
const anyUnit = fc.constantFrom(...own);
const anyCity = fc.constantFrom(...cities);
const anyTile = fc.integer({ min: 0, max: world.map.tileCount - 1 });
const anySending = fc.record({
  tries: fc.integer({ min: 0, max: 3 }),
  sentFrom: anyTile,
  sentTurn: fc.integer({ min: 1, max: 60 }),
});
const someIds = fc.subarray([...own, ...cities].map(({ id }) => id));

const anySettling = fc
  .tuple(anyUnit, anyTile, fc.boolean(), anySending)
  .map(([{ id: unitId }, site, isBest, sending]): Plan => {
    return {
      kind: 'settle',
      id: `settle-${unitId}`,
      since: 1,
      unitId,
      unit: 'Settlers',
      site,
      isBest,
      ...sending,
    };
  });

const anyJourney = fc
  .record({
    unit: anyUnit,
    goal: anyTile,
    purpose: fc.constantFrom(...goAndPurposes),
    stage: fc.constantFrom<'going' | 'there' | 'done'>('going', 'there', 'done'),
    isThere: fc.boolean(),
    sending: anySending,
  })
  .map(({ unit, goal, purpose, stage, isThere, sending }): Plan => {
    const common = {
      kind: 'go_and',
      id: `go_and-${unit.id}`,
      since: 1,
      unitId: unit.id,
      unit: 'Unit',
    } as const;
    const end = purpose === 'patrol' ? { patrolTo: goal } : {};
    return { ...common, goal: isThere ? unit.tile : goal, purpose, stage, ...end, ...sending };
  });

const anyEscort = fc
  .tuple(anyUnit, anyUnit, anyTile, anySending)
  .map(([unit, charge, tile, sending]): Plan => {
    const names = {
      kind: 'escort',
      id: `escort-${unit.id}`,
      since: 1,
      unit: 'Unit',
      charge: 'Unit',
    } as const;
    return { ...names, unitId: unit.id, chargeId: charge.id, chargeTile: tile, ...sending };
  });

const anyDefence = fc
  .record({
    city: anyCity,
    number: fc.integer({ min: 1, max: 5 }),
    units: fc
      .subarray(own.filter((unit) => isDefender(world, unit)))
      .map((units) => units.map(({ id }) => ({ id, ...NOT_SENT }))),
    released: fc.subarray(own.map(({ id }) => id)),
  })
  .map(({ city, number, units, released }): Plan => {
    const common = {
      kind: 'defend',
      id: `defend-${city.id}`,
      since: 1,
      cityId: city.id,
      city: city.name,
    } as const;
    return { ...common, number, units: units.filter(({ id }) => !released.includes(id)), released };
  });

const anyExceptions = someIds.map((ids): Plan => {
  return { kind: 'everything_but', id: 'plan_everything_but', since: 1, ids };
});

const anyQueue = fc.subarray(techs, { minLength: 1, maxLength: 5 }).map((ids): Plan => {
  return { kind: 'research_queue', id: 'research_queue', since: 1, techs: ids };
});

const anyCityPlan = fc
  .record({
    cities: fc.oneof(
      fc.constant('all' as const),
      fc.constant('new' as const),
      anyCity.map(({ id }) => id),
    ),
    list: fc.subarray(targets, { maxLength: 5 }),
    known: fc.subarray(cities.map(({ id }) => id)),
    keepDefenders: fc.integer({ min: 0, max: 2 }),
  })
  .map(
    (chosen): Plan => ({
      kind: 'city_plan',
      id: `city_plan-${chosen.cities}`,
      since: 1,
      given: {},
      ...chosen,
    }),
  );

const anyFocus = fc
  .record({
    cities: fc.oneof(
      fc.constant('all' as const),
      fc.constant('new' as const),
      anyCity.map(({ id }) => id),
    ),
    focus: fc.constantFrom(...CITY_FOCUSES),
    known: fc.subarray(cities.map(({ id }) => id)),
  })
  .map(
    (chosen): Plan => ({
      ...{ kind: 'city_focus', id: `city_focus-${chosen.cities}`, since: 1, arranged: {} },
      ...chosen,
    }),
  );

const anyTiles = fc.tuple(anyCity, fc.boolean(), fc.array(fc.boolean(), { maxLength: 21 })).map(
  ([city, keep, chosen]): Plan => ({
    ...{ kind: 'city_tiles', id: `city_tiles-${city.id}`, since: 1, cityId: city.id, city: city.name, keep },
    tiles: (cityTiles(world, city) ?? []).filter((tile, index) => tile !== city.tile && chosen[index]),
  }),
);

const anyDefaults = fc
  .record({ known: fc.subarray(own.map(({ id }) => id)), exploring: fc.subarray(own.map(({ id }) => id)) })
  .map((chosen): Plan => {
    const wishes = { newWorkers: 'auto', newMilitary: 'fortify', explorersEnd: 'sentry' } as const;
    return { kind: 'unit_defaults', id: 'plan_defaults', since: 1, ...wishes, ...chosen };
  });

const anyDelegation = fc
  .record({
    part: fc.constantFrom(...delegatedParts),
    until: fc.integer({ min: 55, max: 70 }),
    place: anyTile,
    radius: fc.integer({ min: 1, max: 8 }),
    units: fc.subarray(own.map(({ id }) => id)),
    sent: fc.array(fc.record({ unit: anyUnit, goal: anyTile, sending: anySending }), { maxLength: 4 }),
    released: fc.subarray(own.map(({ id }) => id)),
  })
  .map(
    ({ part, until, place, radius, units, sent, released }): DelegationPlan => ({
      ...{ kind: 'delegation', id: delegationId(part), since: 1, part, until },
      ...(part === 'front' && { place, radius }),
      units: units.filter((id) => !released.includes(id)),
      sent: sent
        .filter(({ unit }) => !released.includes(unit.id) && !units.includes(unit.id))
        .map(({ unit, goal, sending }) => ({ id: unit.id, goal, ...sending })),
      released,
    }),
  );

const anyPlan = fc.oneof(
  ...[
    anySettling,
    anyJourney,
    anyEscort,
    anyDefence,
    anyExceptions,
    anyQueue,
    anyCityPlan,
    anyDefaults,
    anyFocus,
    anyTiles,
    anyDelegation,
  ],
);
/** At most one plan of each id, as a seat has them. */
const anyPlans = fc.uniqueArray(anyPlan, { minLength: 1, maxLength: 8, selector: ({ id }) => id });

/** The actions that each kind of plan may do: those that its own action promises, and no other. */
const permitted: Readonly<Record<Plan['kind'], readonly string[]>> = {
  settle: ['settle'],
  go_and: [
    ...['unit_move', 'unit_fortify', 'unit_sentry', 'unit_join_city', 'unit_pillage', 'unit_patrol'],
    ...['unit_help_wonder', 'unit_trade_route', 'unit_establish_embassy', 'unit_establish_embassy_stay'],
  ],
  escort: ['unit_move'],
  defend: ['unit_move', 'unit_fortify', 'city_worklist_insert'],
  research_queue: ['tech_research', 'tech_goal'],
  city_plan: ['city_production', 'city_worklist_append', 'city_worklist_insert'],
  city_focus: ['set_city_tiles'],
  city_tiles: ['set_city_tiles'],
  unit_defaults: ['unit_auto_work', 'unit_fortify', 'unit_sentry'],
  everything_but: [],
  delegation: [
    ...[
      'unit_explore',
      'unit_move',
      'unit_fortify',
      'unit_cancel_orders',
      'unit_help_wonder',
      'unit_build_irrigation',
      'unit_build_mine',
      'unit_build_road',
    ],
    'city_worklist_insert',
  ],
};

/** Whether a plan was told by the agent to act for that unit or city. */
function isMeant(plan: Plan, actor: number): boolean {
  const unit = world.units.get(actor);
  switch (plan.kind) {
    case 'settle':
    case 'go_and':
    case 'escort':
      return plan.unitId === actor;
    case 'defend':
      return plan.cityId === actor || (unit !== undefined && isWaiting(unit) && isDefender(world, unit));
    case 'city_tiles':
      return plan.cityId === actor;
    case 'city_plan':
    case 'city_focus':
      return plan.cities === actor || plan.cities === 'all' || !plan.known.includes(actor);
    case 'unit_defaults':
      return unit !== undefined && isWaiting(unit);
    case 'delegation': {
      const isItsOwn = [...plan.units, ...plan.sent.map(({ id }) => id)].includes(actor);
      return isItsOwn || world.cities.has(actor) || (unit !== undefined && isWaiting(unit));
    }
    case 'research_queue':
    case 'everything_but':
      return false;
  }
}

function stepOf(plan: Plan, plans: readonly Plan[]): PlanStep {
  return planStep(world, plan, { chooseSite: (_world, { tile }) => tile, plans });
}

test('the recording has what plans are about', () => {
  expect(own.filter((unit) => isWaiting(unit) && isDefender(world, unit)).length).toBeGreaterThan(0);
  expect(cities.length).toBeGreaterThan(3);
});

test('no plan does what the agent has not said, or acts for a unit that is kept or has another plan', () => {
  fc.assert(
    fc.property(anyPlans, (plans) => {
      for (const plan of plans) {
        const step = stepOf(plan, plans);
        const actions = step.kind === 'act' ? step.actions : [];
        for (const { action_type: type, actor_id: actor } of actions) {
          expect(permitted[plan.kind]).toContain(type);
          if (plan.kind === 'research_queue') continue;
          expect(isMeant(plan, actor ?? -1), `${plan.kind} for ${actor}`).toBe(true);
          const isNamed = plan.id.endsWith(`-${actor}`);
          const others = plans.filter(({ id }) => id !== plan.id);
          const spokenFor = others.some((other) => 'unitId' in other && other.unitId === actor);
          const isKept = others.some(
            (other) => other.kind === 'everything_but' && other.ids.includes(actor ?? -1),
          );
          expect(isNamed || (!spokenFor && !isKept)).toBe(true);
        }
      }
    }),
    { numRuns: runs(300) },
  );
});

test('a plan that has acted as it wished is not told to do the same again in that turn', () => {
  const moving = fc.oneof(anyJourney, anyEscort, anyDefence);
  fc.assert(
    fc.property(moving, (plan) => {
      const moves = (step: PlanStep) =>
        step.kind === 'act' ? step.actions.filter(({ action_type: type }) => type === 'unit_move') : [];
      const first = stepOf(plan, [plan]);
      if (first.kind !== 'act' || moves(first).length === 0) return;
      const moved = new Set(moves(first).map(({ actor_id: id }) => id));
      // The unit stands where it stood: what it was sent for did not move it.
      const again = moves(stepOf(first.plan, [first.plan]));
      expect(again.filter(({ actor_id: id }) => moved.has(id))).toEqual([]);
    }),
  );
});

test('the plan to defend calls no unit twice, none that it has released, and not more than it wants', () => {
  fc.assert(
    fc.property(anyDefence, (plan) => {
      if (plan.kind !== 'defend') throw new Error('another plan');
      const step = stepOf(plan, [plan]);
      if (step.kind === 'end' || step.plan.kind !== 'defend') throw new Error('it ended');
      const ids = step.plan.units.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => step.plan.kind === 'defend' && step.plan.released.includes(id))).toEqual([]);
      const fresh = ids.filter((id) => plan.units.every((unit) => unit.id !== id));
      expect(fresh.length).toBeLessThanOrEqual(plan.number);
    }),
  );
});

test('a delegation tells no unit two things, leaves released ones alone, and ends after its turns', () => {
  fc.assert(
    fc.property(anyDelegation, (plan) => {
      expect(planSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
      const step = stepOf(plan, [plan]);
      const actors = step.kind === 'act' ? step.actions.map(({ actor_id: id = -1 }) => id) : [];
      const units = actors.filter((id) => world.units.has(id));
      expect(new Set(units).size).toBe(units.length);
      expect(units.filter((id) => plan.released.includes(id))).toEqual([]);
      const isOver = plan.until <= 60;
      expect(step.kind === 'end').toBe(isOver && actors.length === 0);
      if (!isOver || step.kind !== 'act') return;
      expect(stepOf(step.plan, [step.plan]).kind).toBe('end');
    }),
  );
});

test('a unit that the agent tells something is no longer the affair of a delegation', () => {
  const [unit] = own;
  const id = unit?.id ?? 0;
  const plan: DelegationPlan = {
    ...{ kind: 'delegation', id: 'delegate-defence', since: 1, part: 'defence', until: 70 },
    ...{ units: [id], sent: [{ id, goal: 5, ...NOT_SENT }], released: [] },
  };
  const list = new PlanList({ plans: [plan], ranTurn: 60 });
  expect(list.movesUnit(id)).toBe(true);
  expect(list.changedBy(must(actions.get('unit_move')), id)).toEqual([
    { ...plan, units: [], sent: [], released: [id] },
  ]);
  expect(list.changedBy(must(actions.get('city_buy')), id)).toEqual([]);
});

test('the plan to defend ends when the city is lost, and a plan of a unit when the unit is', () => {
  const lost = { kind: 'defend', id: 'defend-1', since: 1, cityId: 999_999, city: 'Rome' } as const;
  expect(stepOf({ ...lost, number: 1, units: [], released: [] }, [])).toMatchObject({
    kind: 'end',
    end: { outcome: 'failed', sentence: 'The plan to defend Rome ended: the city is no longer yours.' },
  });
  const gone = { since: 1, unitId: 999_999, unit: 'Legion', ...NOT_SENT };
  const escorting: Plan = {
    ...{ ...gone, kind: 'escort', id: 'escort-999999' },
    ...{ chargeId: own[0]?.id ?? 0, charge: 'Settlers', chargeTile: 0 },
  };
  expect(stepOf(escorting, [])).toMatchObject({ kind: 'end', end: { outcome: 'failed' } });
  const city = cities[0];
  if (city === undefined) throw new Error('no city');
  const going = { ...gone, kind: 'go_and', id: 'go_and-999999', goal: city.tile } as const;
  expect(stepOf({ ...going, purpose: 'fortify', stage: 'there' }, [])).toMatchObject({
    end: { outcome: 'failed' },
  });
  expect(stepOf({ ...going, purpose: 'join_city', stage: 'there' }, [])).toMatchObject({
    end: { outcome: 'done', sentence: expect.stringContaining('has joined') },
  });
  expect(stepOf({ ...going, purpose: 'join_city', stage: 'going' }, [])).toMatchObject({
    end: { outcome: 'failed' },
  });
});
