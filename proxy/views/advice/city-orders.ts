import type { Advice } from '#shared/protocol/state/brief.js';
import { bestTileSwap } from '../../rules/cities/tile-swap.js';
import { isGreatWonder } from '../../rules/lookup/cities.js';
import { wireNameOf } from '../../rules/lookup/names.js';
import { type OutputWorth, SCORE_POINTS } from '../../rules/players/output-worth.js';
import type { RealmBasis } from '../../rules/players/realm-forecast.js';
import { canBuy } from '../../rules/production/buy-and-sell.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { cityView } from '../entities/city-view.js';
import { type CityChoice, isMereGold, pointsATurn } from '../optimized/production/advice.js';
import { isBuilding, type ProductionChoice } from '../optimized/production/nation-needs.js';
import type { Situation } from '../optimized/situation.js';
import { positionText, turnsText } from '../optimized/text-parts.js';
import type { IsTried } from './tried-actions.js';

/** Gold that is kept. */
const RESERVE = 10;
/** A purchase must be worth this much more than its gold: saved gold buys something better later. */
const MIN_GAIN_FACTOR = 1.5;
/** With more gold than this nothing better is waited for, and what is bought need not be worth more than such a part. */
const AMPLE_GOLD = 200;
const AMPLE_GAIN_FACTOR = 0.4;

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
  { world, player, cities }: Situation,
  choices: readonly CityChoice[],
  worth: OutputWorth,
  turnsLeft: number,
): readonly Advice[] {
  let gold = (player?.gold ?? 0) - RESERVE;
  const factor = gold > AMPLE_GOLD ? AMPLE_GAIN_FACTOR : MIN_GAIN_FACTOR;
  const best = new Map(choices.map(({ city, choice }) => [city.id, choice]));
  return cities
    .flatMap((city) => {
      const price = city.detail?.buyCost ?? 0;
      const gain =
        canBuy(world, city) === 'possible' ? gainByBuying(world, city, best.get(city.id), turnsLeft) : 0;
      return gain > factor * price * worth.gold ? [{ city, price, gain }] : [];
    })
    .sort((a, b) => b.gain / b.price - a.gain / a.price)
    .flatMap(({ city, price }) => {
      if (price > gold) return [];
      gold -= price;
      const { production, production_turns: turns } = cityView(world, city);
      const otherwise = turns == null ? 'it makes no progress' : `else in ${turnsText(turns)}`;
      const why = `${production} next turn for ${price} gold, ${otherwise}`;
      return [{ do: { action_type: 'city_buy', city_id: city.id, max_cost: price }, why }];
    });
}

/** Points of score that come of having what a city builds at the next turn change; 0 where it should build something else. */
function gainByBuying(
  world: World,
  city: City,
  choice: ProductionChoice | undefined,
  turnsLeft: number,
): number {
  const turns = cityView(world, city).production_turns ?? turnsLeft + 1;
  if (turns > turnsLeft && isWonderUnderWay(world, city)) return SCORE_POINTS.wonder;
  if (choice === undefined || !isBuilding(city, choice.target)) return 0;
  return pointsATurn(choice) * Math.max(0, turns - choice.soonest);
}

function isWonderUnderWay({ ruleset }: World, { detail }: City): boolean {
  if (detail?.productionKind !== 'VUT_IMPROVEMENT') return false;
  const building = ruleset.improvements.get(detail.productionValue);
  return building !== undefined && isGreatWonder(building);
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
