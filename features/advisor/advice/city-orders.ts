import type { Advice } from '#shared/protocol/state/brief.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import type { OutputWorth } from '../../../proxy/rules/players/output-worth.js';
import type { RealmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import { cityView } from '../../../proxy/views/entities/city-view.js';
import { type CityChoice, isMereGold } from '../production/advice.js';
import { isBuilding } from '../production/nation-needs.js';
import { GOLD_RESERVE, purchases } from '../production/purchases.js';
import { bestTileSwap } from '../rules/tile-swap.js';
import type { Situation } from '../situation.js';
import { positionText, turnsText } from '../text-parts.js';
import type { IsTried } from './tried-actions.js';

/** What cities should build instead of what they build. */
export function productionOrders(choices: readonly CityChoice[]): readonly Advice[] {
  return choices.flatMap(({ city, choice }) => {
    const { target, why } = choice;
    const name = wireNameOf(target.thing);
    if (name === null || isBuilding(city, target) || isMereGold(city, choice)) return [];
    return [{ do: { action_type: 'city_production', city_id: city.id, target: name }, why }];
  });
}

/** What is worth its gold, the best for its price first, until the treasury is down to its reserve. */
export function purchaseOrders(
  situation: Situation,
  choices: readonly CityChoice[],
  worth: Pick<OutputWorth, 'gold'>,
  turnsLeft: number,
): readonly Advice[] {
  let gold = (situation.player?.gold ?? 0) - GOLD_RESERVE;
  return purchases(situation, choices, worth, turnsLeft).flatMap(({ city, price, defence }) => {
    if (price > gold) return [];
    gold -= price;
    const { production, production_turns: turns } = cityView(situation.world, city);
    const otherwise = turns == null ? 'it makes no progress' : `else in ${turnsText(turns)}`;
    const saves = defence === undefined ? '' : `; it defends: ${defence}`;
    const why = `${production} next turn for ${price} gold, ${otherwise}${saves}`;
    return [{ do: { action_type: 'city_buy', city_id: city.id, max_cost: price }, why }];
  });
}

/** The swaps of worked tiles that cities gain by without losing anything; a tile that several cities want goes to the one that gains most. */
export function tileOrders({ world, cities }: RealmBasis, isTried: IsTried): readonly Advice[] {
  const taken = new Set<number>();
  return cities
    .flatMap((basis) => {
      const swap = bestTileSwap(world, basis);
      return swap === undefined ? [] : [{ ...swap, id: basis.city.id }];
    })
    .sort((a, b) => b.gain - a.gain)
    .flatMap(({ id, from, to, gain }) => {
      const why = `${positionText(world, to)} instead of ${positionText(world, from)}: ${gain} more`;
      const both = [
        { action_type: 'city_make_specialist', city_id: id, target: world.map.position(from) },
        { action_type: 'city_make_worker', city_id: id, target: world.map.position(to) },
      ];
      if (taken.has(to) || both.some(isTried)) return [];
      taken.add(to);
      return both.map((action) => ({ do: action, why }));
    });
}
