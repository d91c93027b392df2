import fc from 'fast-check';
import { test } from 'vitest';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, createWorld } from '../../../proxy/world/world.js';
import { recordedPackets } from '../../recordings/recorded-world.js';
import { runs } from '../../support/property-runs.js';
import { expectSameOffers } from './remembered-offers.js';

test('remembered offers are those found anew after any packets of a recorded game', async () => {
  const packets = recordedPackets();
  const starts = fc.uniqueArray(fc.integer({ min: 5000, max: 50_000 }), { minLength: 8, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(starts, fc.integer({ min: 1, max: 20 }), async (burstsAt, every) => {
      const world = createWorld();
      const looks = new Set(burstsAt.flatMap((at) => Array.from({ length: 8 }, (_, i) => at + i * every)));
      for (const [index, packet] of packets.entries()) {
        applyPacket(world, packet);
        if (!looks.has(index)) continue;
        world.seat = { ...world.seat, player: 0, observer: false };
        commit(world);
        await expectSameOffers(world);
      }
    }),
    { numRuns: runs(1), endOnFailure: true },
  );
});
