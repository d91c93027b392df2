import type { World } from '../world/world.js';
import type { EverythingButPlan, Plan, PlanStep } from './plan.js';

/** The name of the one plan of a seat that says what other plans leave alone. */
export const EVERYTHING_BUT_ID = 'plan_everything_but';

/** What plans leave alone, as long as there is something of it. */
export function everythingButStep(world: World, plan: EverythingButPlan): PlanStep {
  const me = world.seat.player;
  const ids = plan.ids.filter((id) => (world.units.get(id) ?? world.cities.get(id))?.owner === me);
  if (ids.length > 0) return { kind: 'wait', plan: { ...plan, ids } };
  const sentence = 'Nothing is left of what plans were to leave alone.';
  return { kind: 'end', end: { outcome: 'done', sentence } };
}

/** The units and cities that plans which choose for themselves leave alone. */
export function keptIds(plans: readonly Plan[]): readonly number[] {
  return plans.flatMap((plan) => (plan.kind === 'everything_but' ? plan.ids : []));
}

/** The units that a plan moves. */
export function unitsOf(plan: Plan): readonly number[] {
  if (plan.kind === 'defend') return plan.units.map(({ id }) => id);
  if (plan.kind === 'delegation') return [...plan.units, ...plan.sent.map(({ id }) => id)];
  return 'unitId' in plan ? [plan.unitId] : [];
}
