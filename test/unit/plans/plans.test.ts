import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan, PlanStep, ResearchQueuePlan, SettlePlan } from '../../../proxy/plans/plan.js';
import { planStep } from '../../../proxy/plans/plan-step.js';
import { ownResearch, stepsTo, techState } from '../../../proxy/rules/lookup/research.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const noSite = { chooseSite: () => undefined, plans: [] };
const world = worldAtTurn(40);
const techs = [...world.ruleset.techs.keys()].filter((id) => !world.ruleset.techs.get(id)?.removed);
const tiles = Array.from({ length: world.map.tileCount }, (_, tile) => tile);
const own = [...world.units.values()].filter(({ owner }) => owner === world.seat.player);

function research(now: World) {
  const found = ownResearch(now);
  if (found === undefined) throw new Error('the recorded player researches nothing');
  return found;
}

/** The world after the research was changed as actions do it. */
function withResearch(change: Partial<ReturnType<typeof research>>): World {
  const changed = worldAtTurn(40);
  const before = research(changed);
  changed.research.set(before.id, { ...before, ...change }, markChanged(changed));
  commit(changed);
  return changed;
}

function queue(ids: readonly number[]): ResearchQueuePlan {
  return { kind: 'research_queue', id: 'research_queue', since: 1, techs: [...ids] };
}

function actionsOf(step: PlanStep): readonly (string | undefined)[] {
  return step.kind === 'act' ? step.actions.map(({ action_type }) => action_type) : [];
}

const anyQueue = fc.uniqueArray(fc.constantFrom(...techs), { minLength: 1, maxLength: 6 }).map(queue);

test('a research queue never changes research that has bulbs, and never lets one tech of it twice', () => {
  fc.assert(
    fc.property(anyQueue, (plan) => {
      const step = planStep(world, plan, noSite);
      const { bulbsResearched, researching } = research(world);
      expect(bulbsResearched).toBeGreaterThan(0);
      expect(world.ruleset.techs.has(researching)).toBe(true);
      expect(actionsOf(step)).not.toContain('tech_research');
      expect(actionsOf(step).length).toBeLessThanOrEqual(1);
      if (step.kind !== 'end' && step.plan.kind === 'research_queue')
        for (const tech of step.plan.techs) expect(techState(research(world), tech)).not.toBe('known');
    }),
  );
});

test('a research queue ends when all is known, and only then or where there is no way', () => {
  fc.assert(
    fc.property(anyQueue, (plan) => {
      const step = planStep(world, plan, noSite);
      const left = plan.techs.filter((tech) => techState(research(world), tech) !== 'known');
      const isOpen = left.every((tech) => stepsTo(world, research(world), tech) !== undefined);
      expect(step.kind === 'end').toBe(left.length === 0 || !isOpen);
      if (step.kind === 'end') expect(step.end.outcome).toBe(left.length === 0 ? 'done' : 'failed');
    }),
  );
});

test('without research the next step of the queue is chosen, and the goal is what comes after it', () => {
  const unset = withResearch({ researching: -1, techGoal: -1, bulbsResearched: 30 });
  const open = techs.filter((tech) => techState(research(unset), tech) === 'researchable');
  const [one, other] = open;
  if (one === undefined || other === undefined) throw new Error('too little can be researched');
  const step = planStep(unset, queue([one, other]), noSite);
  expect(step).toMatchObject({
    kind: 'act',
    actions: [{ action_type: 'tech_research' }, { action_type: 'tech_goal' }],
  });
  const done = withResearch({ researching: one, techGoal: other });
  expect(planStep(done, queue([one, other]), noSite).kind).toBe('wait');
});

function settling(
  unitId: number,
  site: number,
  isBest: boolean,
  tries: number,
  sentFrom: number,
): SettlePlan {
  const common = { kind: 'settle', id: `settle-${unitId}`, since: 1, unit: 'Settlers' } as const;
  return { ...common, unitId, site, isBest, tries, sentFrom, sentTurn: 1 };
}

const anySettling = fc
  .record({
    unit: fc.constantFrom(...own),
    site: fc.constantFrom(...tiles),
    isBest: fc.boolean(),
    tries: fc.integer({ min: 1, max: 4 }),
    other: fc.constantFrom(...tiles),
  })
  .map(({ unit, site, isBest, tries, other }) => {
    return { unit, other, plan: settling(unit.id, site, isBest, tries, unit.tile) };
  });

test('a unit that settles goes to its site or another one for "best", waits, or gives up with a sentence', () => {
  fc.assert(
    fc.property(anySettling, ({ unit, other, plan }) => {
      const step = planStep(world, plan, { chooseSite: () => other, plans: [] });
      switch (step.kind) {
        case 'wait':
          expect(step.plan).toEqual(plan);
          return;
        case 'end':
          expect(step.end.outcome).toBe('failed');
          expect(step.end.sentence).toMatch(/^Settlers \d+ cannot found a city at .+: .+\.$/u);
          return;
        case 'act': {
          const site = step.plan.kind === 'settle' ? step.plan.site : -1;
          expect(plan.isBest ? [plan.site, other] : [plan.site]).toContain(site);
          expect(step.actions).toEqual([
            { action_type: 'settle', actor_id: unit.id, target: world.map.position(site) },
          ]);
        }
      }
    }),
  );
});

test('a unit that is kept where it stands is given up after some turns, whatever keeps it', () => {
  fc.assert(
    fc.property(anySettling, ({ plan: first }) => {
      let plan: Plan = { ...first, tries: 1 };
      let step = planStep(world, plan, noSite);
      for (let turn = 0; turn < 5 && step.kind === 'act'; turn += 1) {
        // As if a turn had passed.
        plan = step.plan.kind === 'settle' ? { ...step.plan, sentTurn: 1 } : step.plan;
        step = planStep(world, plan, noSite);
      }
      expect(step.kind).not.toBe('act');
    }),
  );
});

test('a unit that is gone has founded its city, or it has not', () => {
  const [city] = [...world.cities.values()].filter(({ owner }) => owner === world.seat.player);
  if (city === undefined) throw new Error('the recorded player has no city');
  const gone = 999_999;
  expect(planStep(world, settling(gone, city.tile, false, 1, 0), noSite)).toMatchObject({
    kind: 'end',
    end: { outcome: 'done', cityId: city.id },
  });
  const empty = tiles.find((tile) => [...world.cities.values()].every((other) => other.tile !== tile)) ?? 0;
  expect(planStep(world, settling(gone, empty, true, 1, 0), noSite)).toMatchObject({
    kind: 'end',
    end: { outcome: 'failed', sentence: expect.stringContaining('is gone before it founded') },
  });
});
