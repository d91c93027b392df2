import type { ActionData } from '#shared/protocol/actions.js';
import { ownUnits } from '../rules/lookup/entity-index.js';
import { cityAt } from '../rules/lookup/tiles.js';
import { canFoundCities } from '../rules/units/action-enablers.js';
import { canAutoWork, canFortify } from '../rules/units/unit-activities.js';
import { isFighter } from '../rules/units/unit-type.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { type PlanStep, stepWith, type UnitDefaultsPlan } from './plan.js';
import { isWaiting } from './sending.js';

/** The name of the one plan of defaults of a seat. */
export const UNIT_DEFAULTS_ID = 'plan_defaults';

/** New units that wait get their default once, explorers again when exploring is over. `taken`: units of other plans. */
export function unitDefaultsStep(world: World, plan: UnitDefaultsPlan, taken: ReadonlySet<number>): PlanStep {
  const own = ownUnits(world);
  const free = own.filter(({ id }) => !taken.has(id));
  const fresh = free.filter(({ id }) => !plan.known.includes(id));
  const actions = [
    ...fresh.flatMap((unit) => forNewUnit(world, plan, unit)),
    ...free.filter(({ id }) => plan.exploring.includes(id)).flatMap((unit) => forExplorer(plan, unit)),
  ];
  const exploring = own.filter(({ activity }) => activity === 'ACTIVITY_EXPLORE').map(({ id }) => id);
  const now = { ...plan, known: own.map(({ id }) => id).sort((a, b) => a - b), exploring };
  return stepWith(now, actions);
}

/** The defaults after an action of the agent for a unit: one that explores gets its default later, any other is the agent's affair. */
export function withExploring(plan: UnitDefaultsPlan, action: string, unitId: number): UnitDefaultsPlan {
  const isIn = plan.exploring.includes(unitId);
  if (isIn === (action === 'unit_explore')) return plan;
  const exploring = isIn ? plan.exploring.filter((id) => id !== unitId) : [...plan.exploring, unitId];
  return { ...plan, exploring };
}

function forNewUnit(world: World, plan: UnitDefaultsPlan, unit: Unit): readonly ActionData[] {
  if (!isWaiting(unit)) return [];
  const isWorker = canAutoWork(world, unit) && !canFoundCities(world, unit);
  if (plan.newWorkers === 'auto' && isWorker) return [order('unit_auto_work', unit)];
  const holdsCity =
    isFighter(world, unit) && cityAt(world, unit.tile) !== undefined && canFortify(world, unit);
  return plan.newMilitary === 'fortify' && holdsCity ? [order('unit_fortify', unit)] : [];
}

function forExplorer({ explorersEnd }: UnitDefaultsPlan, unit: Unit): readonly ActionData[] {
  if (explorersEnd === undefined || !isWaiting(unit)) return [];
  return [order(explorersEnd === 'sentry' ? 'unit_sentry' : 'unit_fortify', unit)];
}

function order(action: string, { id }: Unit): ActionData {
  return { action_type: action, actor_id: id };
}
