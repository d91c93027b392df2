import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { OfferContext } from '../../../proxy/actions/offer-context.js';
import { actions } from '../../../proxy/actions/registry.js';
import type { Reply } from '../../../proxy/freeciv/brackets.js';
import { cityAt, unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import type { World } from '../../../proxy/world/world.js';

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
export async function expectSameOffers(world: World): Promise<void> {
  const remembered = await offersOf(world);
  const anew = await offersOf({ ...world });
  if (!isDeepStrictEqual(remembered, anew)) expect(remembered).toEqual(anew);
}
