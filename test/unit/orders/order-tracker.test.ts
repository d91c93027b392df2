import { expect, test } from 'vitest';
import { InFlightTargets } from '../../../proxy/orders/in-flight-targets.js';
import { OrderTracker } from '../../../proxy/orders/order-tracker.js';
import { Messages } from '../../../proxy/world/messages.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
/** In the city Nesa. */
const archers = unitWith(must(recorded.units.get(170)), { activity: 'ACTIVITY_SENTRY' });
const idle = unitWith(archers, { activity: 'ACTIVITY_IDLE' });
const nobody = new InFlightTargets();

/** A world of its own with only this unit. */
function worldOf(unit: Unit): World {
  const world = worldWith(worldWithUnits(recorded, unit), { messages: new Messages() });
  for (const { id } of [...world.units.values()]) if (id !== unit.id) world.units.delete(id, 1);
  return world;
}

function set(world: World, unit: Unit): void {
  world.units.set(unit.id, unit, markChanged(world));
  commit(world);
}

function turn(world: World, number: number): void {
  world.game = { ...must(world.game), turn: number };
  markChanged(world);
  commit(world);
}

test('an order is tracked with its wake conditions, and saved without what the world tells', () => {
  const world = worldOf(archers);
  const tracker = new OrderTracker();
  expect([tracker.revision, tracker.changedAt]).toEqual([0, -1]);
  expect(tracker.track(world, archers.id, { contact: 'enemy', turn: 63 })).toBe(true);
  expect([tracker.revision, tracker.changedAt]).toEqual([1, world.version]);
  const order = {
    ...{ unitId: 170, occupation: { kind: 'sentry' }, seen: [], isStopping: false },
    wake: { contact: 'enemy', attack: true, idle: true, turn: 63 },
  };
  expect(tracker.saved).toEqual({ orders: [order], calls: [] });
  expect(new OrderTracker(tracker.saved).orders).toEqual([order]);
});

test('a unit without an order, or that is gone, is not tracked', () => {
  const tracker = new OrderTracker();
  expect(tracker.track(worldOf(idle), archers.id, undefined)).toBe(false);
  expect(tracker.track(worldOf(archers), 4000, undefined)).toBe(false);
  expect([tracker.revision, tracker.changedAt, tracker.orders]).toEqual([0, -1, []]);
});

test('nothing is to be saved while nothing happens', () => {
  const world = worldOf(archers);
  const tracker = new OrderTracker();
  tracker.track(world, archers.id, undefined);
  tracker.check(world, nobody);
  const { revision, changedAt } = tracker;
  turn(world, 61);
  expect(tracker.check(world, nobody)).toEqual({ news: [], stop: [] });
  expect([tracker.revision, tracker.changedAt]).toEqual([revision, changedAt]);
});

test('an order that the agent did not give is tracked without wake conditions', () => {
  const world = worldOf(archers);
  const tracker = new OrderTracker();
  tracker.check(world, nobody);
  expect(tracker.saved.orders).toEqual([
    { unitId: 170, occupation: { kind: 'sentry' }, seen: [], isStopping: false },
  ]);
  expect([tracker.revision, tracker.changedAt]).toEqual([1, world.version]);
});

test('a unit whose order has ended asks for the agent, until two turns have passed', () => {
  const world = worldOf(archers);
  const tracker = new OrderTracker();
  tracker.track(world, archers.id, undefined);
  tracker.check(world, nobody);
  set(world, idle);
  const sentence = 'Archers 170 is no longer on sentry.';
  const { news } = tracker.check(world, nobody);
  expect(news).toMatchObject([
    { event: 'order_ended', turn: 60, unit_id: 170, outcome: 'interrupted', order: 'sentry', sentence },
  ]);
  expect(tracker.changedAt).toBe(world.version);
  const call = { unitId: 170, turn: 60, tile: idle.tile, why: 'idle', sentence };
  expect(tracker.attentionRequests).toEqual([call]);
  turn(world, 61);
  tracker.check(world, nobody);
  expect(tracker.attentionRequests).toEqual([call]);
  turn(world, 62);
  const { revision } = tracker;
  tracker.check(world, nobody);
  expect(tracker.attentionRequests).toEqual([]);
  expect([tracker.revision, tracker.changedAt]).toEqual([revision + 1, world.version]);
});

test('a unit that is not to be asked about when it is idle does not ask', () => {
  const world = worldOf(archers);
  const tracker = new OrderTracker();
  tracker.track(world, archers.id, { idle: false });
  tracker.check(world, nobody);
  set(world, idle);
  expect(tracker.check(world, nobody).news).toHaveLength(1);
  expect(tracker.attentionRequests).toEqual([]);
});

test('a unit that goes elsewhere, or gets an order, asks no more', () => {
  for (const after of [unitWith(idle, { tile: 1724 }), archers, unitWith(idle, { owner: 2 })]) {
    const world = worldOf(archers);
    const tracker = new OrderTracker();
    tracker.track(world, archers.id, undefined);
    tracker.check(world, nobody);
    set(world, idle);
    tracker.check(world, nobody);
    expect(tracker.attentionRequests).toHaveLength(1);
    set(world, after);
    tracker.check(world, nobody);
    expect(tracker.attentionRequests).toEqual([]);
  }
});

test('an order that is under way to the server ends without an event', () => {
  const world = worldOf(archers);
  const tracker = new OrderTracker();
  tracker.track(world, archers.id, undefined);
  tracker.check(world, nobody);
  const asked = new InFlightTargets();
  asked.begin({ unitId: archers.id });
  set(world, idle);
  expect(tracker.check(world, asked)).toEqual({ news: [], stop: [] });
  expect(tracker.orders).toEqual([]);
});

test('a turn that an order waits for wakes the unit once and stops it, a fortified one goes on', () => {
  const [sentry, fortified] = [archers, unitWith(archers, { activity: 'ACTIVITY_FORTIFIED' })];
  for (const [unit, stop] of [
    [sentry, [170]],
    [fortified, []],
  ] as const) {
    const world = worldOf(unit);
    const tracker = new OrderTracker();
    tracker.track(world, unit.id, { turn: 61 });
    tracker.check(world, nobody);
    turn(world, 61);
    const { news, stop: stopped } = tracker.check(world, nobody);
    expect(news).toMatchObject([{ event: 'woken', why: 'turn', turn: 61, unit_id: 170 }]);
    expect(stopped).toEqual(stop);
    expect(tracker.check(world, nobody).news).toEqual([]);
    expect(tracker.orders[0]?.wake).not.toHaveProperty('turn');
  }
});

test('nothing is looked at between the turns', () => {
  const world = worldWith(worldOf(archers), { turn: { ...recorded.turn, phase: 'turn_change' } });
  const tracker = new OrderTracker();
  expect(tracker.check(world, nobody)).toEqual({ news: [], stop: [] });
  expect(tracker.orders).toEqual([]);
});
