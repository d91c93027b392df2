import { isGreatWonder } from '../../../proxy/rules/lookup/cities.js';
import { type OutputWorth, SCORE_POINTS } from '../../../proxy/rules/players/output-worth.js';
import { canBuy } from '../../../proxy/rules/production/buy-and-sell.js';
import { cityView } from '../../../proxy/views/entities/city-view.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import type { Situation } from '../situation.js';
import { type CityChoice, pointsATurn } from './advice.js';
import { isBuilding, type ProductionChoice } from './nation-needs.js';

/** Gold that is kept. */
export const GOLD_RESERVE = 10;
/** A purchase must be worth this much more than its gold: saved gold buys something better later. */
const MIN_GAIN_FACTOR = 1.5;
/** With more gold than this nothing better is waited for, and what is bought need not be worth more than such a part. */
const AMPLE_GOLD = 200;
const AMPLE_GAIN_FACTOR = 0.4;

/** A purchase of what a city builds. */
export interface Purchase {
  readonly city: City;
  /** Gold. */
  readonly price: number;
  /** Points of score that are gained by having it at the next turn change; for a defence the points at stake. */
  readonly gain: number;
  /** Why the city needs the defence; undefined for a purchase that is no defence. */
  readonly defence: string | undefined;
}

/** What is worth its gold, the best for its price first, whether or not there is as much. */
export function purchases(
  { world, player, cities }: Situation,
  choices: readonly CityChoice[],
  worth: Pick<OutputWorth, 'gold'>,
  turnsLeft: number,
): readonly Purchase[] {
  const factor = (player?.gold ?? 0) - GOLD_RESERVE > AMPLE_GOLD ? AMPLE_GAIN_FACTOR : MIN_GAIN_FACTOR;
  const best = new Map(choices.map(({ city, choice }) => [city.id, choice]));
  return cities
    .flatMap((city) => {
      const price = city.detail?.buyCost ?? 0;
      const choice = best.get(city.id);
      const gain = canBuy(world, city) === 'possible' ? gainByBuying(world, city, choice, turnsLeft) : 0;
      const isDefence = choice?.isDefence === true && isBuilding(city, choice.target);
      const defence = isDefence ? choice.why : undefined;
      return gain > factor * price * worth.gold ? [{ city, price, gain, defence }] : [];
    })
    .sort((a, b) => b.gain / b.price - a.gain / a.price);
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
