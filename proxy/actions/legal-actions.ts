import { ownDefeat } from '../rules/players.js';
import type { ActionPort } from './action-port.js';
import { inOrderOfUse, type Offer } from './offer.js';
import { joined } from './offer-maker.js';
import { Offering } from './offering.js';
import { actions } from './registry.js';

/** What is seldom wanted comes after all else. */
const inOrder = [...actions.values()].toSorted((a, b) => Number(a.isSeldom) - Number(b.isSeldom));

/**
 * Everything the seat can do now, in the order of priority, and of the registry within. The server is asked in one
 * pipeline, and only about what has changed since it was asked last.
 */
export async function legalActions(port: ActionPort): Promise<readonly Offer[]> {
  if (port.world.turn.phase !== 'movement' || ownDefeat(port.world) !== undefined) return [];
  const offering = new Offering(port);
  const found = await Promise.all(inOrder.map((action) => action.offers(offering)));
  return inOrderOfUse(joined(found));
}
