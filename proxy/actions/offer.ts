import type { Level } from '#shared/protocol/state/common.js';
import type { Offer } from '#shared/protocol/state/offer.js';
/** An offer of the nation as its action finds it; the type is the action's name. */
export type NationOffer = Omit<Offer, 'type'>;

/** An offer of one unit or city: who acts is filled in for it. */
export type ActorOffer = Omit<NationOffer, 'actor_id' | 'unit_id' | 'city_id' | 'label'> & {
  /** What the actor does, in words. */
  readonly what: string;
};

/** By priority; what is equally urgent stays in order. */
export function sortByPriority(offers: readonly Offer[]): readonly Offer[] {
  const ranked: Record<Level, Offer[]> = { high: [], medium: [], low: [] };
  for (const offer of offers) ranked[offer.priority].push(offer);
  return [...ranked.high, ...ranked.medium, ...ranked.low];
}
