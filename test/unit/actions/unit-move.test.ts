import { expect, test } from 'vitest';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { stateBefore } from '../../../proxy/actions/changes.js';
import { unitMove } from '../../../proxy/actions/unit/move.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const at = (x: number, y: number) => must(recorded.map.tileAt({ x, y }));
/** Archers of ours at (9, 22), north of Nesa, with all their moves. */
const archers = unitWith(
  must(recorded.units.get(170)),
  { tile: at(9, 22), activity: 'ACTIVITY_IDLE' },
  { hasOrders: false, movesleft: 3 },
);
const world = worldWithUnits(recorded, archers);
const GOAL = { x: 9, y: 20 };

/** What is sent for a move to a place, and its effect when the world is `after` then. */
async function move(after: (moved: World) => World, target: object = GOAL, skipsRules = false) {
  const sent: unknown[] = [];
  const port: ActionPort = {
    ...{ world, skipsRules },
    request: async (name, fields) => {
      sent.push({ name, ...fields });
      return { packets: [], messages: [] };
    },
  };
  const plan = await unitMove.plan(port, { actor_id: archers.id, target });
  if (!plan.ok) return { refusal: plan.failure.message };
  const replies = [await plan.value.send()].flat();
  return { sent, effect: plan.value.effect(stateBefore(world), after(world), replies) };
}

const standingAt = (
  x: number,
  y: number,
  detail: Partial<Unit['detail']> = {},
  ...others: readonly Unit[]
) => {
  return (moved: World) => worldWithUnits(moved, unitWith(archers, { tile: at(x, y) }, detail), ...others);
};
const legion = must(recorded.units.get(131));

test('a move is sent as a route with its goal', async () => {
  const { sent } = await move(standingAt(9, 20));
  expect(sent).toMatchObject([
    { name: 'unit_orders', unitId: 170, srcTile: archers.tile, length: 2, destTile: at(9, 20) },
  ]);
});

test('a move that comes to its goal has arrived', async () => {
  const { effect } = await move(standingAt(9, 20));
  expect(effect).toEqual({ unit_moved: true, new_position: GOAL, arrived: true });
});

test('a move that goes on in the next turns is under way', async () => {
  const { effect } = await move(standingAt(8, 21, { hasOrders: true }));
  expect(effect).toEqual({
    ...{ unit_moved: true, new_position: { x: 8, y: 21 }, arrived: false },
    ...{ under_way_to: GOAL, turns_left: 1 },
  });
});

test('a move that has yet to begin is under way too', async () => {
  const { effect } = await move(standingAt(9, 22, { hasOrders: true }));
  expect(effect).toEqual({
    ...{ unit_moved: false, new_position: { x: 9, y: 22 }, arrived: false },
    ...{ under_way_to: GOAL, turns_left: 1 },
  });
});

test('a move that ends early says what stands on the next tile of the route', async () => {
  const foe = unitWith(legion, { tile: at(9, 20) });
  const { effect } = await move(standingAt(8, 21, { hasOrders: false }, foe));
  expect(effect).toEqual({
    ...{ unit_moved: true, new_position: { x: 8, y: 21 }, arrived: false },
    ...{ under_way_to: GOAL, turns_left: 0 },
    stopped_by: 'Austrian Legion 131 at (9, 20) is in the way',
  });
});

test('a move that ends early says nothing where nothing is in the way', async () => {
  const { effect } = await move(standingAt(8, 21));
  expect(effect).toEqual({
    ...{ unit_moved: true, new_position: { x: 8, y: 21 }, arrived: false },
    ...{ under_way_to: GOAL, turns_left: 0 },
  });
});

test('a move that does not begin had no effect', async () => {
  expect(await move(standingAt(9, 22))).toMatchObject({ effect: undefined });
});

test('a move after which the unit is gone has lost it', async () => {
  const { effect } = await move((moved) => {
    const others = [...moved.units.values()].filter(({ id }) => id !== archers.id);
    const [first] = others;
    const units = tableWith(worldWith(moved, {}).units, ({ id }) => id, must(first));
    units.delete(archers.id, 2);
    return worldWith(moved, { units });
  });
  expect(effect).toEqual({ unit_moved: true, unit_lost: true });
});

test.each([
  [{ x: 9, y: 22 }, 'The unit stands there already'],
  [{ x: 9, y: 24 }, expect.stringContaining('(9, 24)')],
  [{ x: -1, y: 0 }, expect.any(String)],
])('a move to %j is refused', async (target, refusal) => {
  expect(await move(standingAt(9, 22), target)).toEqual({ refusal });
});

test('a move against the rules goes straight', async () => {
  const { sent } = await move(standingAt(9, 22), { x: 9, y: 25 }, true);
  expect(sent).toMatchObject([{ name: 'unit_orders', length: 3, destTile: at(9, 25) }]);
});
