import type { Offer, StateOffers } from '#shared/protocol/state/offer.js';
import { boundedOffers, type OfferLimit } from '../../actions/bounded-offers.js';
import { legalActions, numberedOffers, offerSchema } from '../../actions/legal-actions.js';
import { sortByPriority } from '../../actions/offer-maker.js';
import { GOOD_SITE, journeyOffer, settleOffer } from '../../actions/unit/journey.js';
import type { Seat } from '../../games/seats/seat.js';
import { occupationOf } from '../../orders/occupation.js';
import { ownUnits } from '../../rules/lookup/entity-index.js';
import { cityAt } from '../../rules/lookup/tiles.js';
import { canFoundCities } from '../../rules/units/action-enablers.js';
import { isFighter, isScout } from '../../rules/units/unit-type.js';
import { nearestHuts } from '../../views/exploration.js';
import { foundersSites } from '../../views/settling/settling.js';
import { isIdle, type Situation, situationOf } from '../../views/situation.js';
import type { Unit } from '../../world/unit.js';
import { turnOf, type World } from '../../world/world.js';
import type { ProxyMetrics } from '../metrics/proxy-metrics.js';
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
  seat,
  query,
  metrics,
}: StateQuestion): Promise<readonly Offer[] | undefined> {
  return offersForm(query) === 'none' ? undefined : allOffers(seat, metrics);
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
async function allOffers(seat: Seat, metrics: ProxyMetrics): Promise<readonly Offer[]> {
  using _timer = metrics.time('offers');
  const legal = await legalActions(seat);
  const situation = situationOf(seat.world);
  const idle = situation.units.filter(isIdle);
  const journeys = [...toSites(situation, idle, settleOffer), ...toVillages(situation, idle)];
  return sortByPriority([...journeys, ...legal]);
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

/** Limits the time that many settlers would cost. */
const MAX_JOURNEYS = 4;

/** Offers of moves of several turns that the state suggests: settlers to city sites, scouts and fighters to villages (huts). */
export function suggestedJourneys(world: World): readonly Offer[] {
  const situation = situationOf(world);
  const idle = situation.units.filter(isIdle);
  const move: SiteOffer = (of, unit, site) => journeyOffer(of, unit, site, GOOD_SITE);
  return [...toSites(situation, idle, move), ...toVillages(situation, idle)];
}

/** The offer to send a unit to a site; undefined where it would not go. */
type SiteOffer = (world: World, unit: Unit, site: number) => Offer | undefined;

/** Settlers to the sites of the settling plan. A unit that should found its city where it is has that offer already. */
function toSites(situation: Situation, idle: readonly Unit[], offer: SiteOffer): readonly Offer[] {
  const { world } = situation;
  const founders = idle.filter((unit) => canFoundCities(world, unit));
  if (founders.length === 0) return [];
  const plan = foundersSites(situation);
  return founders.slice(0, MAX_JOURNEYS).flatMap((unit) => {
    const site = plan.get(unit.id);
    return site === undefined || site.tile === unit.tile ? [] : (offer(world, unit, site.tile) ?? []);
  });
}

/** For each village the nearest idle unit, by real distance on the map. */
function toVillages(situation: Situation, idle: readonly Unit[]): readonly Offer[] {
  const { world } = situation;
  const free = new Set(idle.filter((unit) => mayRoam(world, unit)));
  return (free.size === 0 ? [] : nearestHuts(situation).map(({ tile }) => tile)).flatMap((tile) => {
    const [nearest] = [...free].sort(
      (a, b) => world.map.distance(a.tile, tile) - world.map.distance(b.tile, tile),
    );
    const offer = nearest && journeyOffer(world, nearest, tile, 'a village to enter');
    if (nearest === undefined || offer === undefined) return [];
    free.delete(nearest);
    return [offer];
  });
}

/** False for units that guard a city. */
function mayRoam(world: World, unit: Unit): boolean {
  if (canFoundCities(world, unit)) return false;
  return isScout(world, unit) || (isFighter(world, unit) && cityAt(world, unit.tile) === undefined);
}
