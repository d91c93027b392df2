import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLogger } from '#shared/core/log.js';
import { loggingReporter } from '../../../proxy/games/disk/disk-monitor.js';
import { OrderFile } from '../../../proxy/games/seats/order-file.js';
import type { SavedOrders } from '../../../proxy/orders/tracked-order.js';
import { runs } from '../../support/property-runs.js';

const MAX_BYTES = 64 << 10;

const disk = loggingReporter(createLogger('test', 'error'));
const newFolder = () => mkdtemp(join(tmpdir(), 'freeciv-orders-'));

/** Orders that tell themselves apart by a number, of some length. */
function numbered(number: number, length = 0): SavedOrders {
  return {
    orders: [],
    calls: [{ unitId: number, turn: 1, tile: 5, why: 'contact' as const, sentence: 'x'.repeat(length) }],
  };
}

/** What is done with the file of a seat: orders are saved, or another process opens it. */
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ number: fc.nat(2), length: fc.constantFrom(0, 500, 20_000) }) },
    { weight: 1, arbitrary: fc.constant('reopen' as const) },
  ),
  { minLength: 1, maxLength: 20 },
);

test('the orders that were saved last are read, and the file stays short', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const folder = await newFolder();
      let file = new OrderFile(folder, 'ann', disk);
      let last: SavedOrders = { orders: [], calls: [] };
      for (const step of all) {
        if (step === 'reopen') file = new OrderFile(folder, 'ann', disk);
        else {
          last = numbered(step.number, step.length);
          await file.save(last);
          expect((await stat(join(folder, 'ann.json'))).size).toBeLessThanOrEqual(MAX_BYTES);
        }
        expect(new OrderFile(folder, 'ann', disk).read()).toEqual(last);
      }
    }),
    { numRuns: runs(40) },
  );
});

test('the last of orders that are saved at once are in the file when all saves have settled', async () => {
  const folder = await newFolder();
  const file = new OrderFile(folder, 'ann', disk);
  await file.save(numbered(0));
  await Promise.all([1, 2, 3].map((number) => file.save(numbered(number))));
  expect(file.read()).toEqual(numbered(3));
});

test('the file of an earlier version, which holds one value, is read', async () => {
  const folder = await newFolder();
  await writeFile(join(folder, 'ann.json'), JSON.stringify(numbered(7)));
  const file = new OrderFile(folder, 'ann', disk);
  expect(file.read()).toEqual(numbered(7));
  await file.save(numbered(8));
  expect(file.read()).toEqual(numbered(8));
});

test('a line that a crash has cut off leaves the orders before it', async () => {
  const folder = await newFolder();
  const file = new OrderFile(folder, 'ann', disk);
  await file.save(numbered(1));
  await file.save(numbered(2));
  await writeFile(join(folder, 'ann.json'), `\n{"orders":[],"cal`, { flag: 'a' });
  expect(new OrderFile(folder, 'ann', disk).read()).toEqual(numbered(2));
});
