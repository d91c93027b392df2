import { ownCities } from '../rules/lookup/entity-index.js';
import type { World } from '../world/world.js';
import { keptIds } from './everything-but.js';
import type { CityFocusPlan, CityPlan, Plan } from './plan.js';

/** Ids of cities that a plan for several cities leaves alone: other plans say so, or have them. */
export function exceptedCities(
  world: World,
  plan: CityPlan | CityFocusPlan,
  plans: readonly Plan[],
): ReadonlySet<number> {
  return new Set([...keptIds(plans), ...leftToNew(world, plan, plans)]);
}

/** Ids of own cities that a plan for all cities leaves to the one for new cities: they are newer than both plans. */
function leftToNew(world: World, plan: CityPlan | CityFocusPlan, plans: readonly Plan[]): readonly number[] {
  const forNew = planForNew(plan, plans);
  if (forNew === undefined) return [];
  const known = new Set([...plan.known, ...forNew.known]);
  const own = ownCities(world);
  return own.map(({ id }) => id).filter((id) => !known.has(id));
}

/** Beside a plan for all cities: the plan of the same kind for new cities. */
function planForNew({ kind, cities }: CityPlan | CityFocusPlan, plans: readonly Plan[]) {
  if (cities !== 'all') return undefined;
  const forNew = (other: Plan) => other.kind === kind && 'cities' in other && other.cities === 'new';
  return plans.find((other): other is CityPlan | CityFocusPlan => forNew(other));
}
