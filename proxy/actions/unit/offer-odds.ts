import type { ActionProbability } from '../../freeciv/struct-codec.js';
import type { Offer, Priority } from '../offer.js';

/** Probabilities travel in half per cent. */
const CERTAIN = 200;

/** How sure an offer is, from the server's probability. */
export function chance({ min, max }: ActionProbability): Pick<Offer, 'certain' | 'odds'> {
  if (min === CERTAIN) return { certain: true };
  return { certain: false, odds: [min / CERTAIN, max / CERTAIN] };
}

const GOOD = 0.6;
const BAD = 0.3;

/** What is likely to succeed comes first; odds that are not known count as even. */
export function priorityOf(probability: ActionProbability): Priority {
  const likely = (probability.min + probability.max) / 2 / CERTAIN;
  if (likely >= GOOD) return 'high';
  return likely >= BAD ? 'medium' : 'low';
}
