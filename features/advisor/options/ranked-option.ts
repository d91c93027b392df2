import type { Level } from '#shared/protocol/state/common.js';
import type { Offer } from '#shared/protocol/state/offer.js';
import type { ActorOption } from '#shared/protocol/state/options.js';
import type { FoodShieldsTrade } from '../rules/work-outcome.js';

/** An offer with what it is worth, more coming first; what comes of it is worked out for those that are shown. */
export interface RankedOption {
  readonly offer: Offer;
  readonly worth: number;
  /** What comes of it, in words. */
  what(): string;
}

const PRIORITY_WORTH: Record<Level, number> = { high: 300, medium: 200, low: 100 };
/** Each further option of the same action counts this much less: eight moves are much alike. */
const NEXT_OF_KIND_WORTH = 8;

/** An offer with nothing more to say than its label. */
export function plainOption(offer: Offer, worth: number): RankedOption {
  return { offer, worth, what: () => offerWords(offer) };
}

/** An offer as an option: without who acts, with what comes of it. */
export function shownOption({ offer, what }: RankedOption): ActorOption {
  const { type, actor_id: _actor, unit_id: _unit, city_id: _city, target, certain, odds, ...rest } = offer;
  const { priority: _priority, label: _label, reason: _reason, cost: _cost, ...choice } = rest;
  const doubt = certain || odds !== undefined ? '' : '; not certain';
  return {
    action: type,
    target: target === undefined ? undefined : 'value' in target ? target.value : target,
    ...choice,
    what: `${what()}${doubt}`,
    odds,
  };
}

/** What the priority of an offer is worth. */
export function priorityWorth({ priority }: Offer): number {
  return PRIORITY_WORTH[priority];
}

/** An offer in the words of its label, without who acts, and with its reason and cost. */
function offerWords({ label, reason, cost, type }: Offer): string {
  const [, ...words] = label.split(': ');
  const what = words.length > 0 ? words.join(': ') : label;
  const gold = cost?.gold === undefined || what.includes('gold') ? [] : [`${cost.gold} gold`];
  return [what === '' ? type : what, ...gold, ...(reason === undefined ? [] : [reason])].join('; ');
}

/** The best first; of each action the second and later ones give way to other actions. */
export function sortedByWorth(ranked: readonly RankedOption[]): readonly RankedOption[] {
  const seen = new Map<string, number>();
  return ranked
    .toSorted((a, b) => b.worth - a.worth)
    .map((one) => {
      const before = seen.get(one.offer.type) ?? 0;
      seen.set(one.offer.type, before + 1);
      return { ...one, worth: one.worth - before * NEXT_OF_KIND_WORTH };
    })
    .sort((a, b) => b.worth - a.worth);
}

/** `food 1 to 2`; empty where nothing changes. */
export function changed(name: string, before: number, after: number): readonly string[] {
  return before === after ? [] : [`${name} ${before} to ${after}`];
}

/** `1/2/0`: food, shields and trade of a tile. */
export function yieldText(yields: FoodShieldsTrade): string {
  return yields.join('/');
}
