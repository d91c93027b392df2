import { describe, expect, test } from 'vitest';
import { eventDataSchema, type OrderNews } from '#shared/protocol/event.js';
import { InFlightTargets } from '../../../proxy/orders/in-flight-targets.js';
import { OrderTracker } from '../../../proxy/orders/order-tracker.js';
import { Sightings } from '../../../proxy/orders/sightings.js';
import { commit } from '../../../proxy/world/world.js';
import { foldPackets, recordedPackets } from '../../recordings/recorded-world.js';

/** A player of the recorded game, whose units the observer sees as the player does. */
const PLAYER = 1;

describe('standing orders', () => {
  const orders = new OrderTracker();
  const nobody = new InFlightTargets();
  const ended: {
    readonly news: OrderNews;
    readonly was: string | undefined;
    readonly is: string | undefined;
  }[] = [];
  foldPackets(recordedPackets(), (world) => {
    if (world.turn.phase !== 'movement' || !commit(world)) return;
    world.seat = { ...world.seat, player: PLAYER };
    const before = new Map(orders.orders.map(({ unitId, occupation }) => [unitId, occupation.kind]));
    const { news } = orders.check(world, nobody);
    const after = new Map(orders.orders.map(({ unitId, occupation }) => [unitId, occupation.kind]));
    for (const one of news) {
      if (one.event === 'worklist_ended') continue;
      ended.push({ news: one, was: before.get(one.unit_id), is: after.get(one.unit_id) });
    }
  });

  test('the standing orders of a recorded game each end in one way, with a sentence', () => {
    expect(ended.length).toBeGreaterThan(30);
    for (const { news } of ended) {
      expect(eventDataSchema.parse(news)).toEqual(news);
      expect(news.sentence).toMatch(/^\p{Lu}.*\d.*\.$/u);
    }
  });

  test('standing orders run until their end, and a later order is another one', () => {
    for (const { news, was, is } of ended) {
      if (news.event !== 'order_ended') continue;
      expect(news.order).toBe(was);
      if (news.outcome === 'lost') expect(is).toBeUndefined();
    }
  });

  test('the standing orders of a recorded game are the same after they were saved and read again', () => {
    expect(new OrderTracker(orders.saved).saved).toEqual(orders.saved);
  });
});

/** Packets. */
const LOOK_EVERY = 15;

test('the incremental sightings equal those computed from scratch', () => {
  const orders = new OrderTracker();
  const nobody = new InFlightTargets();
  let sightings = 0;
  const wrong: string[] = [];
  foldPackets(recordedPackets(), (world, count) => {
    if (count % LOOK_EVERY !== 0 || world.turn.phase !== 'movement' || !commit(world)) return;
    world.seat = { ...world.seat, player: PLAYER };
    orders.check(world, nobody);
    for (const order of orders.orders) {
      const unit = world.units.get(order.unitId);
      if (unit === undefined) continue;
      const whole = new Sightings(world, undefined).of(order, unit).map(({ id }) => id);
      sightings += whole.length;
      if (whole.join() !== order.seen.join()) wrong.push(`${order.seen} for ${whole}`);
      if (order.wake === undefined || order.isStopping)
        orders.track(world, order.unitId, { contact: true, attack: false, idle: false });
    }
  });
  expect(sightings).toBeGreaterThan(30);
  expect(wrong).toEqual([]);
});
