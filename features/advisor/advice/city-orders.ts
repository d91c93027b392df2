import type { Advice } from '#shared/protocol/state/brief.js';
import type { CityBasis } from '../../../proxy/rules/cities/city-economy.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import type { OutputWorth } from '../../../proxy/rules/players/output-worth.js';
import type { RealmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import { cityView } from '../../../proxy/views/entities/city-view.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { type CityChoice, isMereGold } from '../production/advice.js';
import { isBuilding } from '../production/nation-needs.js';
import { GOLD_RESERVE, purchases } from '../production/purchases.js';
import { founderSwap } from '../rules/founder-tiles.js';
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
    const why = `${production} next turn, ${otherwise}${saves}`;
    return [{ do: { action_type: 'city_buy', city_id: city.id, max_cost: price }, why }];
  });
}

/** A citizen that should move to another tile, and what its city has of it. */
interface TileOrder {
  readonly city: City;
  readonly from: number;
  readonly to: number;
  readonly gain: number;
  readonly words: string;
}

/**
 * The swaps of worked tiles by which cities have settlers sooner, or more of something and less of nothing. A tile that several cities
 * want goes to the one that gains most.
 */
export function tileOrders({ world, player, cities }: RealmBasis, isTried: IsTried): readonly Advice[] {
  const taken = new Set<number>();
  const wanted = [...founderTiles(world, player, cities), ...betterTiles(world, cities)];
  return wanted.flatMap(({ city, from, to, words }) => {
    const why = `${positionText(world, to)} instead of ${positionText(world, from)}: ${words}`;
    const both = [
      { action_type: 'city_make_specialist', city_id: city.id, target: world.map.position(from) },
      { action_type: 'city_make_worker', city_id: city.id, target: world.map.position(to) },
    ];
    if (taken.has(to) || taken.has(from) || both.some(isTried)) return [];
    taken.add(to).add(from);
    return both.map((action) => ({ do: action, why }));
  });
}

/** Swaps to tiles with more food, where settlers wait for a citizen. The gold for the shields of one city is not counted for the next. */
function founderTiles(world: World, player: number, cities: readonly CityBasis[]): readonly TileOrder[] {
  let gold = (world.players.get(player)?.gold ?? 0) - GOLD_RESERVE;
  const orders = cities.flatMap((basis) => {
    const swap = founderSwap(world, basis, gold);
    if (swap === undefined) return [];
    const { before, after } = swap;
    gold -= swap.price;
    const words = Number.isFinite(before)
      ? `settlers in ${turnsText(after)} in place of ${before}`
      : `settlers in ${turnsText(after)}`;
    return [{ ...swap, city: basis.city, gain: before - after, words }];
  });
  return orders.sort((a, b) => b.gain - a.gain);
}

function betterTiles(world: World, cities: readonly CityBasis[]): readonly TileOrder[] {
  return cities
    .flatMap((basis) => {
      const swap = bestTileSwap(world, basis);
      return swap === undefined ? [] : [{ ...swap, city: basis.city, words: `${swap.gain} more` }];
    })
    .sort((a, b) => b.gain - a.gain);
}
