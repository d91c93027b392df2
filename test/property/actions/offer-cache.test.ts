import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { OfferContext } from '../../../proxy/actions/offer-context.js';
import { actions } from '../../../proxy/actions/registry.js';
import type { Reply } from '../../../proxy/freeciv/brackets.js';
import { stepsFrom } from '../../../proxy/rules/lookup/adjacency.js';
import { cityAt, unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, createWorld, type World } from '../../../proxy/world/world.js';
import { recordedPackets } from '../../recordings/recorded-world.js';
import { ownUnits } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from '../views/world-changes.js';

const POSSIBLE = { min: 200, max: 200 };

/** A seat in front of a server that lets every unit do everything, whatever stands there. */
function portOf(world: World): ActionPort {
  return {
    world,
    request: async (name, fields) => ({ packets: answers(world, name, fields), messages: [] }),
  };
}

function answers(world: World, name: string, fields: object): Reply['packets'] {
  if (name !== 'unit_get_actions') return [];
  const asked = { actorUnitId: 0, targetTileId: -1, disturbPlayer: false, ...fields };
  const targetUnitId = unitsOn(world, asked.targetTileId)[0]?.id ?? 0;
  const targetCityId = cityAt(world, asked.targetTileId)?.id ?? 0;
  const actionProbabilities = [...world.ruleset.actions.keys()].map(() => POSSIBLE);
  return [{ name: 'unit_actions', fields: { ...asked, targetUnitId, targetCityId, actionProbabilities } }];
}

async function offersOf(world: World): Promise<readonly Offer[]> {
  const offering = new OfferContext(portOf(world));
  return (await Promise.all([...actions.values()].map((action) => action.offers(offering)))).flat();
}

/** The offers of a seat that remembers, beside those of one that has never looked before. */
async function expectSame(world: World): Promise<void> {
  const remembered = await offersOf(world);
  const anew = await offersOf({ ...world });
  if (!isDeepStrictEqual(remembered, anew)) expect(remembered).toEqual(anew);
}

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

describe('remembered offers', { timeout: 60_000 }, () => {
  test('remembered offers are those found anew, whatever comes, goes, moves, is fogged and comes back', async () => {
    const step = fc.oneof({ weight: 6, arbitrary: nearby }, { weight: 1, arbitrary: changes });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 45, maxLength: 45 }), async (steps) => {
        const world = worldAtTurn(60);
        await expectSame(world);
        for (const one of steps) {
          if ('what' in one) happenNearby(world, one);
          else happen(world, one);
          await expectSame(world);
        }
      }),
      { numRuns: 3, endOnFailure: true },
    );
  });

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
          await expectSame(world);
        }
      }),
      { numRuns: 1, endOnFailure: true },
    );
  });
});
