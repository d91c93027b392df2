import { expect, test } from 'vitest';
import { workOutcome } from '../../../features/advisor/rules/work-outcome.js';
import { WORKS_BY_ACTION } from '../../../proxy/actions/unit/terrain-work.js';
import { improveLand } from '../../../proxy/plans/delegated-workers.js';
import type { DelegationPlan } from '../../../proxy/plans/plan.js';
import { landWorks } from '../../../proxy/rules/cities/land-works.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { terrainWorks } from '../../../proxy/rules/terrain/terrain-work.js';
import { isWorkerType } from '../../../proxy/rules/units/action-enablers.js';
import { commit, markChanged } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** A recorded world in which all own workers wait for orders. */
function worldOfIdleWorkers() {
  const world = worldAtTurn(60);
  for (const unit of world.units.values()) {
    if (unit.owner !== world.seat.player || unit.detail === undefined || !isWorkerType(world, unit.type))
      continue;
    const detail = { ...unit.detail, hasOrders: false, ai: false };
    world.units.set(unit.id, { ...unit, activity: 'ACTIVITY_IDLE', detail }, markChanged(world));
  }
  commit(world);
  return world;
}

const world = worldOfIdleWorkers();
const me = must(world.seat.player);
const workers = [...world.units.values()].filter(
  ({ owner, type }) => owner === me && isWorkerType(world, type),
);
const works = landWorks(world, me);
const plan: DelegationPlan = {
  ...{ kind: 'delegation', id: 'delegate-workers', since: 60, part: 'workers', until: 90 },
  ...{ units: [], sent: [], released: [] },
};

test('what a work brings is what its outcome says for a unit on the tile', () => {
  const unit = must(workers[0]);
  expect(works.length).toBeGreaterThan(10);
  for (const { tile, kind, extra, activity } of works) {
    const { before, after = before } = workOutcome(world, { ...unit, tile }, kind, { activity, extra });
    expect(after.some((one, output) => one > (before[output] ?? 0))).toBe(true);
  }
});

test('each worker goes to a tile of its own that it can improve, or begins the work where it stands', () => {
  const { actions, plan: then } = improveLand(world, plan, workers);
  expect(actions.length).toBeGreaterThan(0);
  const goals = actions.map(({ actor_id: id = -1 }) => must(then.sent.find((one) => one.id === id)).goal);
  expect(new Set(goals).size).toBe(goals.length);
  for (const [index, { action_type: type = '', actor_id: id = -1, target }] of actions.entries()) {
    const unit = must(world.units.get(id));
    const goal = must(goals[index]);
    expect(works.map(({ tile }) => tile)).toContain(goal);
    if (type === 'unit_move') expect(target).toEqual(world.map.position(goal));
    else {
      expect(goal).toBe(unit.tile);
      const here = terrainWorks(world, unit, must(WORKS_BY_ACTION[type]));
      expect(here.map(({ extra }) => ({ value: extra && wireNameOf(extra) }))).toContainEqual(target);
    }
  }
});

test('workers get one order a turn, and those with nothing to do are asked again later', () => {
  const { plan: sent } = improveLand(world, plan, workers);
  expect(improveLand(world, sent, workers).actions).toEqual([]);
  const resting = workers.map(({ id, tile }) => ({ id, goal: tile, tries: 0, sentFrom: tile, sentTurn: 59 }));
  expect(improveLand(world, { ...plan, sent: resting }, workers).actions).toEqual([]);
  const rested = resting.map((one) => ({ ...one, sentTurn: 57 }));
  expect(improveLand(world, { ...plan, sent: rested }, workers).actions.length).toBeGreaterThan(0);
});

test('workers behind one whose order is refused are told again, and it gets another goal after three tries', () => {
  const { actions, plan: all, planAfter } = improveLand(world, plan, workers);
  const refused = must(planAfter)(0);
  expect(refused.sent.map(({ id }) => id)).toContain(actions[0]?.actor_id);
  expect(refused.sent.length).toBeLessThan(all.sent.length);
  const id = must(actions[0]?.actor_id);
  const { goal } = must(all.sent.find((one) => one.id === id));
  const tried = { id, goal, tries: 3, sentFrom: must(world.units.get(id)).tile, sentTurn: 59 };
  const again = improveLand(world, { ...plan, sent: [tried] }, workers);
  expect(again.plan.sent.find((one) => one.id === id)?.goal).not.toBe(goal);
});
