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
  const last = offers.filter(({ type }) => type === 'end_turn');
  const ranked = rankByUse(
    offers.filter(({ type }) => type !== 'end_turn'),
    busy,
  );
  const room = 'most' in bound ? bound.most - last.length : bound.bytes - jsonBytes(last);
  const taken = ranked.slice(0, 'most' in bound ? Math.max(0, room) : fittingCount(ranked, room));
  const more: Record<string, number> = {};
  for (const { type } of ranked.slice(taken.length)) more[type] = (more[type] ?? 0) + 1;
  return { offers: sortByPriority([...taken, ...last]), more };
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

/** Urgent offers, usual ones of idle units, of busy ones, rarely wanted ones. Goals and rates follow all units and cities. */
function rankByUse(offers: readonly Offer[], busy: ReadonlySet<number>): readonly Offer[] {
  const urgent = interleaveTypes(offers.filter(({ priority }) => priority === 'high'));
  const others = offers.filter(({ priority }) => priority !== 'high');
  const often = others.filter((offer) => !isRarelyWanted(offer));
  const ofBusy = ({ priority, unit_id: unit }: Offer) => priority === 'low' && busy.has(unit ?? -1);
  const waiting = roundRobin(
    often.filter((offer) => !ofBusy(offer)),
    urgent,
  );
  return [
    ...urgent,
    ...waiting.early,
    ...waiting.late.filter((offer) => !isOfNation(offer)),
    ...joinTurns(roundRobin(often.filter(ofBusy), urgent)),
    ...waiting.late.filter(isOfNation),
    ...joinTurns(roundRobin(others.filter(isRarelyWanted), urgent)),
  ];
}

interface RankedOffers {
  /** The first few of every actor. */
  readonly early: readonly Offer[];
  readonly late: readonly Offer[];
}

function joinTurns({ early, late }: RankedOffers): readonly Offer[] {
  return [...early, ...late];
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
  const taken = new Map<string, number>();
  for (const offer of first) taken.set(actorOf(offer), (taken.get(actorOf(offer)) ?? 0) + 1);
  const early: Offer[][] = Array.from({ length: MAX_EARLY_OFFERS_PER_ACTOR }, () => []);
  const late: Offer[] = [];
  for (const offer of spreadTypes(offers)) {
    const actor = actorOf(offer);
    const turn = taken.get(actor) ?? 0;
    taken.set(actor, turn + 1);
    (early[turn] ?? late).push(offer);
  }
  return { early: early.flatMap(interleaveTypes), late: sortByPriority(late) };
}

/** The first offer of each key, then the second ones. */
function inRounds(offers: readonly Offer[], keyOf: (offer: Offer) => string): readonly Offer[] {
  const seen = new Map<string, number>();
  const rounds: Offer[][] = [];
  for (const offer of offers) {
    const key = keyOf(offer);
    const nth = seen.get(key) ?? 0;
    seen.set(key, nth + 1);
    const round = rounds[nth];
    if (round === undefined) rounds.push([offer]);
    else round.push(offer);
  }
  return joinOffers(rounds);
}

/** One offer of each type, then the second ones: the many offers of an army do not crowd out those of a city. */
function interleaveTypes(offers: readonly Offer[]): readonly Offer[] {
  return inRounds(offers, ({ type }) => type);
}

/** The first offer of each type of every actor comes before the second ones. Exploring comes first: it enters villages. */
function spreadTypes(offers: readonly Offer[]): readonly Offer[] {
  const explores = ({ type }: Offer) => type === 'unit_explore';
  const keyOf = (offer: Offer) => `${actorOf(offer)} ${offer.type}`;
  return sortByPriority([
    ...inRounds(offers.filter(explores), keyOf),
    ...inRounds(
      offers.filter((offer) => !explores(offer)),
      keyOf,
    ),
  ]);
}

/** Whose turn an offer takes: a unit, a city or the nation. Rarely wanted actions, such as treaties, count by their type. */
function actorOf({ unit_id: unit, city_id: city, type }: Offer): string {
  if (unit !== undefined) return `unit ${unit}`;
  if (city !== undefined) return `city ${city}`;
  return actions.get(type)?.isRarelyWanted === true ? type : 'nation';
}
