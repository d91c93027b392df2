import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FullState } from '#shared/protocol/state/full.js';
import type { PlanView } from '#shared/protocol/state/plans.js';
import { PlanList } from '../../../proxy/plans/plan-list.js';
import { deltaView, ShownPlans } from '../../../proxy/views/delta/delta.js';
import { planView } from '../../../proxy/views/entities/plan-view.js';
import { fullView } from '../../../proxy/views/full.js';
import type { World } from '../../../proxy/world/world.js';
import { applyDelta } from '../../support/apply-delta.js';
import { runs } from '../../support/property-runs.js';
import { replay, worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from './world-changes.js';

/** Thousands of tiles: the exact but slow report is only made when something differs. */
function expectSame(actual: FullState, expected: FullState): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Versions between which the recorded game is compared; it has about 52,000. */
const versions = fc.uniqueArray(fc.integer({ min: 1, max: 52_000 }), { minLength: 30, maxLength: 60 });

/** Plans to defend, their cities and units come, change and go; after some of it all who have read a state read a delta. */
const planSteps = fc
  .tuple(fc.oneof(fc.record({ city: fc.nat(2), number: fc.nat(2) }), changes), fc.boolean())
  .map(([step, isRead]) => ({ ...step, isRead }));

type PlanStep = typeof planSteps extends fc.Arbitrary<infer Step> ? Step : never;

/** The plan is cancelled where nobody is to stay in the city. */
function planHappens(world: World, list: PlanList, step: PlanStep): void {
  if ('change' in step) {
    happen(world, step);
    return;
  }
  const { city, number } = step;
  const common = { kind: 'defend', id: `defend-${city}`, since: 5, city: 'Nesa' } as const;
  const cityId = [...world.cities.values()][city]?.id ?? 0;
  if (number === 0) list.remove(common.id);
  else list.set({ ...common, cityId, number, units: [], released: [] });
}

describe('full state and deltas', () => {
  it('full state and deltas give the same state between any two versions of a recorded game', () => {
    fc.assert(
      fc.property(versions, (picked) => {
        const wanted = new Set(picked);
        const before: FullState[] = [];
        replay(0, (world) => {
          if (!wanted.has(world.version)) return true;
          const now = fullView(world);
          for (const state of before.slice(-6))
            expectSame(applyDelta(state, deltaView(world, state.version)), now);
          before.push(now);
          return before.length < wanted.size;
        });
        return before.length > 1;
      }),
      { numRuns: runs(4) },
    );
  });

  it('full state and deltas give the same state whatever comes, goes and comes back', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 30 }), (steps) => {
        const world = worldAtTurn(5);
        const states = [fullView(world)];
        for (const step of steps) {
          happen(world, step);
          states.push(fullView(world));
        }
        const now = fullView(world);
        for (const state of states) expectSame(applyDelta(state, deltaView(world, state.version)), now);
      }),
      { numRuns: runs(25) },
    );
  });

  it('full state and deltas give each reader the same standing plans, whatever changes or is shown of them', () => {
    fc.assert(
      fc.property(fc.array(planSteps, { minLength: 1, maxLength: 30 }), (steps) => {
        const world = worldAtTurn(5);
        const list = new PlanList();
        const shown = new ShownPlans();
        const readers: { version: number; plans: readonly PlanView[] | undefined }[] = [];
        for (const step of steps) {
          planHappens(world, list, step);
          if (!step.isRead) continue;
          readers.push({ version: world.version, plans: shown.changedSince(world, list.all, -1) });
          const now = list.all.map((plan) => planView(world, plan, list.all));
          for (const { version, plans } of readers)
            expect(shown.changedSince(world, list.all, version) ?? plans).toEqual(now);
        }
      }),
      { numRuns: runs(25) },
    );
  });
});
