import type { World } from '../world/world.js';
import { cityFocusStep, cityTilesStep } from './city-focus.js';
import { cityPlanStep } from './city-plan.js';
import { defendStep } from './defend.js';
import { delegationStep } from './delegation.js';
import { escortStep } from './escort.js';
import { everythingButStep, keptIds, unitsOf } from './everything-but.js';
import { exceptedCities } from './excepted-cities.js';
import { goAndStep } from './go-and.js';
import type { Plan, PlanStep } from './plan.js';
import { researchQueueStep } from './research-queue.js';
import { type SiteChooser, settleStep } from './settle.js';
import { unitDefaultsStep } from './unit-defaults.js';

/** The inputs of plans that are not in the world. */
export interface PlanContext {
  readonly chooseSite: SiteChooser;
  readonly plans: readonly Plan[];
}

/** What a plan does next in this world. Pure: the same world and plans give the same step. */
export function planStep(world: World, plan: Plan, { chooseSite, plans }: PlanContext): PlanStep {
  switch (plan.kind) {
    case 'settle':
      return settleStep(world, plan, chooseSite);
    case 'research_queue':
      return researchQueueStep(world, plan);
    case 'city_plan':
      return cityPlanStep(world, plan, exceptedCities(world, plan, plans));
    case 'city_focus':
      return cityFocusStep(world, plan, plans);
    case 'city_tiles':
      return cityTilesStep(world, plan);
    case 'unit_defaults':
      return unitDefaultsStep(world, plan, takenFrom(plan, plans));
    case 'go_and':
      return goAndStep(world, plan);
    case 'escort':
      return escortStep(world, plan);
    case 'defend':
      return defendStep(world, plan, takenFrom(plan, plans));
    case 'everything_but':
      return everythingButStep(world, plan);
    case 'delegation':
      return delegationStep(world, plan, reservedFrom(plan, plans));
  }
}

/** What a delegation leaves alone, cities with a plan for their defence included. */
function reservedFrom(plan: Plan, plans: readonly Plan[]) {
  const defended = plans.flatMap((other) => (other.kind === 'defend' ? [other.cityId] : []));
  return { units: takenFrom(plan, plans), cities: new Set([...defended, ...keptIds(plans)]) };
}

/** What a plan that chooses units by itself leaves alone: units of other plans, and what the agent keeps for itself. */
function takenFrom({ id }: Plan, plans: readonly Plan[]): ReadonlySet<number> {
  const others = plans.filter((plan) => plan.id !== id);
  return new Set([...others.flatMap(unitsOf), ...keptIds(plans)]);
}
