import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLogger } from '#shared/core/log.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { OrderFile } from '../../../proxy/games/seats/order-file.js';
import { SeatOrders } from '../../../proxy/games/seats/seat-orders.js';
import { InFlightTargets } from '../../../proxy/orders/in-flight-targets.js';
import { OrderTracker } from '../../../proxy/orders/order-tracker.js';
import { commit, markChanged } from '../../../proxy/world/world.js';
import { must, unitWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const archers = unitWith(must(recorded.units.get(170)), { activity: 'ACTIVITY_SENTRY' });
const idle = unitWith(archers, { activity: 'ACTIVITY_IDLE' });
const unused = () => Promise.reject(new Error('nothing is sent'));

/** The orders of a seat with one unit on sentry, and what is on the disk. */
async function ordersOf({ isConnected }: { readonly isConnected: boolean }) {
  const disk = loggingReporter(createLogger('test', 'error'));
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-orders-'));
  const file = new OrderFile(folder, 'ann', disk);
  const writes = vi.spyOn(file, 'save');
  const world = worldWithUnits(recorded, archers);
  const orders = new SeatOrders({ world, isConnected, request: unused, runInOrder: unused }, file, 'g');
  const become = (unit: typeof archers) => {
    world.units.set(unit.id, unit, markChanged(world));
    commit(world);
    orders.tracker.check(world, new InFlightTargets());
    orders.keep();
  };
  const saved = () => new OrderFile(folder, 'ann', disk).read();
  return { orders, become, saved, world, writes };
}

test('an order that an agent gives is on the disk when that is acknowledged', async () => {
  const { orders, saved } = await ordersOf({ isConnected: true });
  await orders.track(archers.id, { contact: 'enemy' });
  expect(saved().orders).toMatchObject([{ unitId: archers.id, wake: { contact: 'enemy' } }]);
});

test('what else becomes of orders is collected and written once', async () => {
  const { orders, become, saved, writes } = await ordersOf({ isConnected: true });
  await orders.track(archers.id, {});
  for (const unit of [idle, archers, idle]) become(unit);
  expect(writes).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(saved().calls).toMatchObject([{ unitId: archers.id }]));
  expect(writes).toHaveBeenCalledTimes(2);
});

test('what a crash keeps from the disk is told again by the restored world', async () => {
  const { orders, become, saved, world, writes } = await ordersOf({ isConnected: true });
  await orders.track(archers.id, {});
  become(idle);
  expect(writes).toHaveBeenCalledTimes(1);
  const restored = new OrderTracker(saved());
  const { news } = restored.check(world, new InFlightTargets());
  expect(news).toMatchObject([{ event: 'order_ended', unit_id: archers.id }]);
  expect(restored.attentionRequests).toEqual(orders.tracker.attentionRequests);
});

test('without a connection it is written at once, because the game may be given away', async () => {
  const { become, writes } = await ordersOf({ isConnected: false });
  become(idle);
  expect(writes).toHaveBeenCalledTimes(1);
});
