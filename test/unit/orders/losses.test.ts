import { expect, test } from 'vitest';
import { InFlightTargets } from '../../../proxy/orders/in-flight-targets.js';
import { OrderTracker } from '../../../proxy/orders/order-tracker.js';
import { Messages } from '../../../proxy/world/messages.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const archers = unitWith(must(recorded.units.get(170)), { activity: 'ACTIVITY_FORTIFIED' });
const nobody = new InFlightTargets();

/** A world in which archers are fortified, and the tracker of their order. */
function fortifiedArchers() {
  const seat = { ...recorded.seat, player: archers.owner };
  const world = worldWith(worldWithUnits(recorded, archers), { seat, messages: new Messages() });
  const tracker = new OrderTracker();
  tracker.track(world, archers.id, undefined);
  tracker.check(world, nobody);
  return { world, tracker };
}

function sayLoss({ messages, version }: World): void {
  const event = 'E_UNIT_LOST_DEF';
  const message = 'Your Archers lost to an attack.';
  messages.add({ message, event, tile: archers.tile, turn: 60, phase: 0, connId: -1 }, version + 1);
}

function remove(world: World, unitId: number): void {
  world.units.delete(unitId, markChanged(world));
}

test('a unit whose loss is told before it is removed is lost, not attacked', () => {
  const { world, tracker } = fortifiedArchers();
  sayLoss(world);
  markChanged(world);
  commit(world);
  expect(tracker.check(world, nobody).news).toEqual([]);
  remove(world, archers.id);
  commit(world);
  expect(tracker.check(world, nobody).news).toMatchObject([
    { event: 'order_ended', outcome: 'lost', sentence: expect.stringContaining('lost to an attack') },
  ]);
});

test('a unit beside one that is lost is attacked', () => {
  const { world, tracker } = fortifiedArchers();
  const other = { ...archers, id: 9_999 };
  world.units.set(other.id, other, markChanged(world));
  commit(world);
  tracker.check(world, nobody);
  sayLoss(world);
  remove(world, other.id);
  commit(world);
  const { news } = tracker.check(world, nobody);
  expect(news).toContainEqual(
    expect.objectContaining({ event: 'woken', why: 'attack', unit_id: archers.id }),
  );
});
