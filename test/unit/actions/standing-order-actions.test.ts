import { describe, expect, test } from 'vitest';
import type { Action } from '../../../proxy/actions/action.js';
import { stateBefore } from '../../../proxy/actions/changes.js';
import {
  unitAutoWork,
  unitCancelOrders,
  unitPatrol,
} from '../../../proxy/actions/unit/standing-order-actions.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const world = worldAtTurn(60);
const idle = unitWith(
  must(world.units.get(170)),
  { activity: 'ACTIVITY_IDLE' },
  { hasOrders: false, ai: false },
);
const workers = unitWith(
  must(world.units.get(108)),
  { activity: 'ACTIVITY_IDLE' },
  { hasOrders: false, ai: false },
);
const fortified = unitWith(idle, { activity: 'ACTIVITY_FORTIFIED' });
const underWay = unitWith(idle, {}, { hasOrders: true });
const byItself = unitWith(workers, {}, { ai: true });

/** What an action makes of a unit, when the server leaves it as it is `after`: its effect, or why it is not valid. */
async function outcome(
  action: Action,
  before: Unit,
  after: Unit | undefined,
  fields: object = {},
): Promise<unknown> {
  const there: World = worldWithUnits(world, before);
  const port = { world: there, request: async () => ({ packets: [], messages: [] }) };
  const plan = await action.plan(port, { actor_id: before.id, ...fields });
  if (!plan.ok) return plan.failure.message;
  const later =
    after === undefined
      ? worldWith(world, { units: new VersionedTable<Unit>() })
      : worldWithUnits(world, after);
  return plan.value.effect(stateBefore(there), later, [await plan.value.send()].flat());
}

describe('stopping', () => {
  const stopped = { activity: 'idle', has_orders: false };

  test.each([
    ['that is fortified makes it idle', fortified, idle, stopped],
    ['that has orders ends them', underWay, idle, stopped],
    ['that works by itself ends that', byItself, workers, stopped],
    ['had no effect while it is still at something', fortified, fortified, undefined],
    ['had no effect while it has orders', underWay, underWay, undefined],
    ['had no effect while it works by itself', byItself, byItself, undefined],
    ['had no effect when it is gone', fortified, undefined, undefined],
    ['that does nothing is not valid', idle, idle, 'This unit has no orders and does nothing'],
  ])('to stop a unit %s', async (_statement, before, after, expected) => {
    expect(await outcome(unitCancelOrders, before, after)).toEqual(expected);
  });
});

describe('patrol', () => {
  const at = (x: number, y: number) => must(world.map.tileAt({ x, y }));
  const outside = unitWith(idle, { tile: at(9, 22) }, { movesleft: 3 });
  const goal = { x: 9, y: 20 };

  test.each([
    [
      'succeeds',
      unitWith(outside, {}, { hasOrders: true, ordersRepeat: true }),
      { unit_moved: false, patrols_between: [{ x: 9, y: 22 }, goal] },
    ],
    [
      'that is stopped on its way tells how far it went',
      unitWith(outside, { tile: at(8, 21) }),
      { unit_moved: true, new_position: { x: 8, y: 21 } },
    ],
    ['that is lost on its way says so', undefined, { unit_moved: true, unit_lost: true }],
  ])('to let a unit patrol %s', async (_statement, after, expected) => {
    expect(await outcome(unitPatrol, outside, after, { target: goal })).toMatchObject(expected);
  });

  test('a patrol had no effect when the unit stands where it stood', async () => {
    expect(await outcome(unitPatrol, outside, outside, { target: goal })).toBeUndefined();
  });
});

test.each([
  ['succeeds', workers, byItself, { works_by_itself: true }],
  ['had no effect when it does not', workers, workers, undefined],
  ['had no effect when it is gone', workers, undefined, undefined],
  ['that does already has no effect', byItself, byItself, undefined],
  ['that is no worker is not valid', idle, idle, 'Only workers and settlers can work by themselves'],
])('to let a unit work by itself %s', async (_statement, before, after, expected) => {
  expect(await outcome(unitAutoWork, before, after)).toEqual(expected);
});
