import { expect, test } from 'vitest';
import { OrderTracker } from '../../../proxy/orders/order-tracker.js';
import { Sightings } from '../../../proxy/orders/sightings.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { must, unitWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** Player 0 is at war with player 2, and in a ceasefire with player 3. */
const recorded = worldAtTurn(60);
const archers = unitWith(must(recorded.units.get(170)), { activity: 'ACTIVITY_SENTRY' });
const legion = must(recorded.units.get(131));

/** What archers on sentry see that wait for a contact, of these units beside them. */
function seen(contact: 'foreign' | 'enemy' | false, ...beside: readonly Unit[]): readonly number[] {
  const placed = beside.map((unit) => ({ ...unit, tile: archers.tile + 1 }));
  const world = worldWithUnits(recorded, archers, ...placed);
  const tracker = new OrderTracker();
  tracker.track(world, archers.id, { contact });
  const [order] = tracker.orders;
  return new Sightings(world, undefined).of(must(order), archers).map(({ id }) => id);
}

const enemy = { ...legion, id: 9002 };
const stranger = { ...legion, id: 9001, owner: 3 };
const own = { ...legion, id: 9003, owner: 0 };

test('a unit that waits for enemies sees those at war with it, one that waits for foreigners all others', () => {
  expect(seen('enemy', enemy, stranger, own)).toEqual([9002]);
  expect(seen('foreign', stranger, own)).toEqual([9001]);
});

test('the units that a unit sees come by their numbers', () => {
  expect(seen('foreign', enemy, stranger, { ...enemy, id: 9000 })).toEqual([9000, 9001, 9002]);
});

test('a unit that waits for no contact sees nothing', () => {
  expect(seen(false, enemy)).toEqual([]);
});

test('a unit does not see beyond its vision', () => {
  const world = worldWithUnits(recorded, archers, { ...enemy, tile: archers.tile + 20 });
  const tracker = new OrderTracker();
  tracker.track(world, archers.id, { contact: 'enemy' });
  expect(new Sightings(world, undefined).of(must(tracker.orders[0]), archers)).toEqual([]);
});
