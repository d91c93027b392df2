import type { Offer } from '#shared/protocol/state/offer.js';
import { ownDefeat } from '../rules/lookup/players.js';
import type { ActionPort } from './action-port.js';
import { sortByPriority } from './offer.js';
import { OfferContext } from './offer-context.js';
import { joinOffers } from './offer-maker.js';
import { actions } from './registry.js';

/** What is seldom wanted comes after all else. */
const inOrder = [...actions.values()].toSorted((a, b) => Number(a.isRarelyWanted) - Number(b.isRarelyWanted));

/**
 * All offers of the seat, sorted by priority and then by the order of the registry. The server is asked in one
 * pipeline, and only about what has changed since it was asked last.
 */
export async function legalActions(port: ActionPort): Promise<readonly Offer[]> {
  if (port.world.turn.phase !== 'movement' || ownDefeat(port.world) !== undefined) return [];
  const offering = new OfferContext(port);
  const found = await Promise.all(inOrder.map((action) => action.offers(offering)));
  return sortByPriority(joinOffers(found));
}
