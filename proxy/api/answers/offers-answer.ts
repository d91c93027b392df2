import type { Offer, StateOffers } from '#shared/protocol/state/offer.js';
import { boundedOffers, type OfferLimit } from '../../actions/bounded-offers.js';
import { legalActions, numberedOffers, offerSchema } from '../../actions/legal-actions.js';
import { sortByPriority } from '../../actions/offer-maker.js';
import type { Seat } from '../../games/seats/seat.js';
import { occupationOf } from '../../orders/occupation.js';
import { ownUnits } from '../../rules/lookup/entity-index.js';
import { turnOf, type World } from '../../world/world.js';
import type { ProxyMetrics } from '../metrics/proxy-metrics.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import { offersForm, type StateQuestion } from './state-question.js';

/** Size of the message around the state, and of the counts of what is left out. */
const ENVELOPE_BYTES = 500;

/** The legal actions of a state answer. */
export interface OffersAnswer {
  /** How many there are; undefined when none were requested. */
  readonly found: number | undefined;
  /** Fields of the answer: all offers, or the most useful ones with counts of the rest. */
  readonly shown: StateOffers;
}

/** All offers of the seat, where a query requests any. */
export async function findOffers({
  agent,
  query,
  metrics,
}: StateQuestion): Promise<readonly Offer[] | undefined> {
  return offersForm(query) === 'none' ? undefined : allOffers(agent, metrics);
}

/** The offers that a query requests: as many as it names, else as fit with the state into `maxBytes` of the turn. */
export function offersAnswer(
  { seat, query }: StateQuestion,
  all: readonly Offer[] | undefined,
  state: object,
  maxBytes: ((turn: number) => number) | undefined,
): OffersAnswer {
  const form = offersForm(query);
  if (form === 'none' || all === undefined) return { found: undefined, shown: {} };
  const found = all.length;
  const bound = boundOf(query.max_legal_actions, maxBytes?.(turnOf(seat.world)), state);
  if (bound === undefined) return { found, shown: { legal_actions: inForm(seat, form, all) } };
  const { offers, more } = boundedOffers(all, bound, busyUnits(seat.world));
  return { found, shown: { legal_actions: inForm(seat, form, offers), legal_actions_more: more } };
}

/** All legal actions of the seat and the suggested journeys, by priority. */
async function allOffers({ advisor, seat }: KeptSeat, metrics: ProxyMetrics): Promise<readonly Offer[]> {
  using _timer = metrics.time('offers');
  const legal = await legalActions(seat);
  return sortByPriority([...advisor.journeys(), ...legal]);
}

/** Ids of own units with orders, or an activity, that continue without the agent. */
function busyUnits(world: World): ReadonlySet<number> {
  const own = ownUnits(world);
  return new Set(own.filter((unit) => occupationOf(world, unit) !== undefined).map(({ id }) => id));
}

function inForm(
  { world }: Seat,
  form: 'list' | 'numbered' | 'schema',
  offers: readonly Offer[],
): NonNullable<StateOffers['legal_actions']> {
  switch (form) {
    case 'list':
      return offers;
    case 'numbered':
      return numberedOffers(world, offers);
    case 'schema':
      return offerSchema(offers);
  }
}

function boundOf(
  most: number | undefined,
  maxBytes: number | undefined,
  state: object,
): OfferLimit | undefined {
  if (most !== undefined) return { most };
  if (maxBytes === undefined) return undefined;
  return { bytes: maxBytes - ENVELOPE_BYTES - Buffer.byteLength(JSON.stringify(state)) };
}
