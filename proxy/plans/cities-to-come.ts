import type { World } from '../world/world.js';
import type { CityFocusPlan, CityPlan, Plan } from './plan.js';

/** The plan of the same kind for new cities that cities to come belong to, where a plan for all cities stands beside it. */
function planForNew({ kind, cities }: CityPlan | CityFocusPlan, plans: readonly Plan[]) {
  if (cities !== 'all') return undefined;
  const forNew = (other: Plan) => other.kind === kind && 'cities' in other && other.cities === 'new';
  return plans.find((other): other is CityPlan | CityFocusPlan => forNew(other));
}

/** Ids of own cities that a plan for all cities leaves to the one for new cities: they came after both were set. */
export function leftToNew(
  world: World,
  plan: CityPlan | CityFocusPlan,
  plans: readonly Plan[],
): readonly number[] {
  const forNew = planForNew(plan, plans);
  if (forNew === undefined) return [];
  const known = new Set([...plan.known, ...forNew.known]);
  const own = [...world.cities.values()].filter(({ owner }) => owner === world.seat.player);
  return own.map(({ id }) => id).filter((id) => !known.has(id));
}
