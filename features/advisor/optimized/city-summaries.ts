import type {
  CityBrief,
  CityProblem,
  CitySummaries,
  ProductionAdvice,
} from '#shared/protocol/state/summaries.js';
import { turnsToSpare } from '../../../proxy/rules/cities/growth.js';
import { popCostOf, shieldTurns } from '../../../proxy/rules/production/build-costs.js';
import { canBuy } from '../../../proxy/rules/production/buy-and-sell.js';
import { productionOf } from '../../../proxy/rules/production/target.js';
import { cityView } from '../../../proxy/views/entities/city-view.js';
import type { City } from '../../../proxy/world/city.js';
import { defendersOf, type Situation } from '../situation.js';

const MAX_CITIES = 20;

/** Own cities, those with problems first. */
export function citySummaries(
  situation: Situation,
  advice: ReadonlyMap<number, ProductionAdvice>,
): CitySummaries {
  const briefs = situation.cities.map((city) => brief(situation, city, advice.get(city.id)));
  briefs.sort((a, b) => (b.problems?.length ?? 0) - (a.problems?.length ?? 0) || a.id - b.id);
  return {
    own_cities: briefs.slice(0, MAX_CITIES),
    own_cities_more: Math.max(0, briefs.length - MAX_CITIES),
  };
}

function brief(situation: Situation, city: City, advice: ProductionAdvice | undefined): CityBrief {
  const view = cityView(situation.world, city);
  // To make coinage is one only where something better could be built.
  const found = problemsOf(situation, city).filter((one) => one !== 'coinage' || advice !== undefined);
  const { surplus } = view;
  return {
    id: view.id,
    name: view.name,
    x: view.x,
    y: view.y,
    size: view.size,
    building: view.production,
    turns: view.production_turns ?? null,
    buy_cost: canBuy(situation.world, city) === 'possible' ? view.buy_cost : undefined,
    food: surplus?.food ?? 0,
    shields: surplus?.shield ?? 0,
    gold: surplus?.gold ?? 0,
    science: surplus?.science ?? 0,
    grows_in: view.turns_to_grow ?? undefined,
    defenders: defendersOf(situation, city).length,
    problems: found.length > 0 ? found : undefined,
    advice,
  };
}

/** What is wrong with an own city. */
function problemsOf(situation: Situation, city: City): readonly CityProblem[] {
  const { world } = situation;
  const view = cityView(world, city);
  const problems: CityProblem[] = [];
  if (view.disorder === true) problems.push('disorder');
  if (view.turns_to_starve != null) problems.push('starving');
  if (defendersOf(situation, city).length === 0) problems.push('undefended');
  const target = productionOf(world, city);
  const made = target && shieldTurns(world, city, target);
  if (view.production_cost === null) problems.push('coinage');
  else if (made === undefined) problems.push('stalled');
  const grown = target === undefined ? 1 : turnsToSpare(world, city, popCostOf(world, city, target));
  // A unit that citizens leave with waits until the city has more of them; here it would still wait when it is built.
  if (grown === undefined || grown > (made ?? 1)) problems.push('too_small');
  return problems;
}
