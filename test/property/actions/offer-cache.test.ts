import fc from 'fast-check';
import { test } from 'vitest';
import { stepsFrom } from '../../../proxy/rules/lookup/adjacency.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, type World } from '../../../proxy/world/world.js';
import { ownUnits } from '../../support/own-things.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from '../views/world-changes.js';
import { expectSameOffers } from './remembered-offers.js';

/** Something new within three steps of one of a few units: it goes there, a stranger does, fog falls or lifts. */
const nearby = fc.record({
  index: fc.nat(3),
  way: fc.array(fc.nat(7), { minLength: 1, maxLength: 3 }),
  what: fc.constantFrom('unit_goes' as const, 'stranger_comes' as const, 'fogged' as const, 'seen' as const),
});

function happenNearby(world: World, { index, way, what }: FcOf<typeof nearby>): void {
  const unit = ownUnits(world)[index];
  const tile = way.reduce((from, nth) => {
    const steps = stepsFrom(world.map, from);
    return steps[nth % steps.length]?.tile ?? from;
  }, unit?.tile ?? 0);
  const stranger = [...world.units.values()].find(({ owner }) => owner !== world.seat.player);
  const mover = what === 'stranger_comes' ? stranger : unit;
  const info = world.tiles.get(tile);
  if (mover?.detail === undefined || info === undefined) return;
  const known = what === 'fogged' ? 'TILE_KNOWN_UNSEEN' : 'TILE_KNOWN_SEEN';
  applyPacket(
    world,
    what === 'fogged' || what === 'seen'
      ? { name: 'tile_info', fields: { ...info, known } }
      : { name: 'unit_info', fields: { ...mover.detail, tile } },
  );
  commit(world);
}

type FcOf<T> = T extends fc.Arbitrary<infer V> ? V : never;

test('remembered offers are those found anew, whatever comes, goes, moves, is fogged and comes back', async () => {
  const step = fc.oneof({ weight: 6, arbitrary: nearby }, { weight: 1, arbitrary: changes });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 45, maxLength: 45 }), async (steps) => {
      const world = worldAtTurn(60);
      await expectSameOffers(world);
      for (const one of steps) {
        if ('what' in one) happenNearby(world, one);
        else happen(world, one);
        await expectSameOffers(world);
      }
    }),
    { numRuns: runs(3), endOnFailure: true },
  );
});
