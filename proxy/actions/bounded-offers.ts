import type { Offer } from '#shared/protocol/state/offer.js';
import { joinOffers, sortByPriority } from './offer-maker.js';
import { actions } from './registry.js';

/** Some of the offers, and of what types how many more there are. */
export interface BoundedOffers {
  readonly offers: readonly Offer[];
  /** How many of each type are left out. */
  readonly more: Readonly<Record<string, number>>;
}

/** How much of an answer offers may take: their number, or the bytes of their JSON. */
export type OfferLimit = { readonly most: number } | { readonly bytes: number };

/** This many offers of each actor are ranked before all others. */
const MAX_EARLY_OFFERS_PER_ACTOR = 3;

/** The most useful offers within a limit, always with `end_turn`. Minor offers of `busy` units come after those of idle ones. */
export function boundedOffers(
  offers: readonly Offer[],
  bound: OfferLimit,
  busy: ReadonlySet<number> = new Set(),
): BoundedOffers {
  const groups = groupByUse(offers, busy);
  const { last } = groups;
  const ranked = rankByUse(groups);
  const room = 'most' in bound ? bound.most - last.length : bound.bytes - jsonBytes(last);
  const count = 'most' in bound ? Math.max(0, room) : fittingCount(ranked, room);
  const more: Record<string, number> = {};
  for (let at = count; at < ranked.length; at += 1) {
    const type = ranked[at]?.type;
    if (type !== undefined) more[type] = (more[type] ?? 0) + 1;
  }
  return { offers: sortByPriority([...ranked.slice(0, count), ...last]), more };
}

/** How many of the first offers are no longer than that together, as JSON. */
function fittingCount(offers: readonly Offer[], bytes: number): number {
  let left = bytes;
  const index = offers.findIndex((offer) => {
    left -= jsonBytes(offer);
    return left < 0;
  });
  return index < 0 ? offers.length : index;
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) + 1;
}

/** Offers by what they are ranked by, each group in the order of the offers. */
interface OfferGroups {
  readonly urgent: Offer[];
  /** Usual ones, but those of `busy`. */
  readonly usual: Offer[];
  /** Minor ones of busy units. */
  readonly busy: Offer[];
  readonly rare: Offer[];
  /** `end_turn`. */
  readonly last: Offer[];
}

function groupByUse(offers: readonly Offer[], busy: ReadonlySet<number>): OfferGroups {
  const groups: OfferGroups = { urgent: [], usual: [], busy: [], rare: [], last: [] };
  const groupOf = (offer: Offer): keyof OfferGroups => {
    if (offer.type === 'end_turn') return 'last';
    if (offer.priority === 'high') return 'urgent';
    if (isRarelyWanted(offer)) return 'rare';
    return offer.priority === 'low' && busy.has(offer.unit_id ?? -1) ? 'busy' : 'usual';
  };
  for (const offer of offers) groups[groupOf(offer)].push(offer);
  return groups;
}

/** Urgent offers, usual ones of idle units, of busy ones, rarely wanted ones. Goals and rates follow all units and cities. */
function rankByUse({ urgent: high, usual, busy, rare }: OfferGroups): readonly Offer[] {
  const urgent = interleaveTypes(high);
  const waiting = roundRobin(usual, urgent);
  return joinOffers([
    urgent,
    waiting.early,
    waiting.late.filter((offer) => !isOfNation(offer)),
    ...joinTurns(roundRobin(busy, urgent)),
    waiting.late.filter(isOfNation),
    ...joinTurns(roundRobin(rare, urgent)),
  ]);
}

interface RankedOffers {
  /** The first few of every actor. */
  readonly early: readonly Offer[];
  readonly late: readonly Offer[];
}

function joinTurns({ early, late }: RankedOffers): readonly (readonly Offer[])[] {
  return [early, late];
}

function isOfNation(offer: Offer): boolean {
  return actorOf(offer) === 'nation';
}

/** Rarely wanted actions are usual ones while they are urgent: a treaty that waits for an answer. */
function isRarelyWanted({ type, priority }: Offer): boolean {
  return priority === 'low' && actions.get(type)?.isRarelyWanted === true;
}

/** The first few offers of each actor, round by round; then all others by priority. `first` counts as taken already. */
function roundRobin(offers: readonly Offer[], first: readonly Offer[]): RankedOffers {
  const taken = new Map<Actor, number>();
  for (const offer of first) countOne(taken, actorOf(offer));
  const early: Offer[][] = Array.from({ length: MAX_EARLY_OFFERS_PER_ACTOR }, () => []);
  const late: Offer[] = [];
  for (const offer of spreadTypes(offers)) {
    const turn = countOne(taken, actorOf(offer));
    (early[turn] ?? late).push(offer);
  }
  return { early: joinOffers(early.map(interleaveTypes)), late: sortByPriority(late) };
}

/** Counts one more of a key; returns how many there were before. */
function countOne<K>(counts: Map<K, number>, key: K): number {
  const before = counts.get(key) ?? 0;
  counts.set(key, before + 1);
  return before;
}

/** The first offer of each kind, then the second ones; `nthOf` tells how many of its kind came before an offer. */
function inRounds(offers: readonly Offer[], nthOf: (offer: Offer) => number): readonly Offer[] {
  const rounds: Offer[][] = [];
  for (const offer of offers) {
    const nth = nthOf(offer);
    const round = rounds[nth];
    if (round === undefined) rounds.push([offer]);
    else round.push(offer);
  }
  return joinOffers(rounds);
}

/** One offer of each type, then the second ones: the many offers of an army do not crowd out those of a city. */
function interleaveTypes(offers: readonly Offer[]): readonly Offer[] {
  const seen = new Map<string, number>();
  return inRounds(offers, ({ type }) => countOne(seen, type));
}

/** The first offer of each type of every actor comes before the second ones. Exploring comes first: it enters villages. */
function spreadTypes(offers: readonly Offer[]): readonly Offer[] {
  const exploring: Offer[] = [];
  const others: Offer[] = [];
  for (const offer of offers) (offer.type === 'unit_explore' ? exploring : others).push(offer);
  const ofActors = new Map<Actor, Map<string, number>>();
  const nthOf = (offer: Offer) => {
    const actor = actorOf(offer);
    const seen = ofActors.get(actor) ?? new Map<string, number>();
    ofActors.set(actor, seen);
    return countOne(seen, offer.type);
  };
  return sortByPriority(joinOffers([inRounds(exploring, nthOf), inRounds(others, nthOf)]));
}

/** A unit by its id, a city by -1 less its id, the nation, or the type of a rarely wanted action. */
type Actor = number | string;

/** Whose turn an offer takes: a unit, a city or the nation. Rarely wanted actions, such as treaties, count by their type. */
function actorOf({ unit_id: unit, city_id: city, type }: Offer): Actor {
  if (unit !== undefined) return unit;
  if (city !== undefined) return -1 - city;
  return actions.get(type)?.isRarelyWanted === true ? type : 'nation';
}
