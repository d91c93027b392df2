import type { World } from '../world/world.js';
import { cityPlanStep } from './city-plan.js';
import type { Plan, PlanStep } from './plan.js';
import { researchQueueStep } from './research-queue.js';
import { type SiteChooser, settleStep } from './settle.js';
import { unitDefaultsStep } from './unit-defaults.js';

/** What plans need besides the world. */
export interface PlanContext {
  readonly chooseSite: SiteChooser;
}

/** What a plan does next in this world. Pure: the same world and plan give the same step. */
export function planStep(world: World, plan: Plan, { chooseSite }: PlanContext): PlanStep {
  switch (plan.kind) {
    case 'settle':
      return settleStep(world, plan, chooseSite);
    case 'research_queue':
      return researchQueueStep(world, plan);
    case 'city_plan':
      return cityPlanStep(world, plan);
    case 'unit_defaults':
      return unitDefaultsStep(world, plan);
  }
}
