import { placeName } from '../../../proxy/orders/descriptions.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { TOO_MUCH_IN_A_TURN } from '../../../proxy/plans/sending.js';
import { wayDanger } from '../../../proxy/plans/way-danger.js';
import { listUpTo } from '../../../proxy/rules/lookup/names.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { positionText, unitWithId } from '../text-parts.js';
import type { PendingDecision } from './pending-decision.js';

/** Units in one line. */
const MAX_NAMED = 8;

/** What the standing plans of a seat cannot see to by themselves. */
export function planDecisions(world: World, plans: readonly Plan[]): readonly PendingDecision[] {
  return [...endangeredFounders(world, plans), ...waitingUnits(world, plans)];
}

/** Founders on their way whose route is near an enemy. */
function endangeredFounders(world: World, plans: readonly Plan[]): readonly PendingDecision[] {
  return plans.flatMap((plan) => {
    if (plan.kind !== 'settle') return [];
    const unit = world.units.get(plan.unitId);
    const danger = unit && wayDanger(world, unit, plan.site);
    if (unit === undefined || danger === undefined) return [];
    const text = `guard_settlers: ${unitWithId(world, unit)} at ${positionText(world, unit.tile)} goes to ${positionText(world, plan.site)}; ${danger}`;
    return [{ why: 'settlers' as const, keys: [`danger ${plan.unitId}`], text, recurs: false }];
  });
}

/**
 * Units that have arrived where they were sent and cannot do there what they were sent for: a line for each place, with the reason
 * of the first. Those that can act next turn are left out.
 */
function waitingUnits(world: World, plans: readonly Plan[]): readonly PendingDecision[] {
  const waiting = new Map<string, { readonly units: Unit[]; readonly problem: string }>();
  for (const plan of plans) {
    if (plan.kind !== 'go_and' || plan.stage !== 'there' || plan.problem === undefined) continue;
    const unit = world.units.get(plan.unitId);
    if (unit === undefined || unit.detail?.movesleft === 0 || plan.problem === TOO_MUCH_IN_A_TURN) continue;
    const what = `${plan.purpose.replaceAll('_', ' ')} at ${placeName(world, plan.goal)}`;
    const others = waiting.get(what);
    if (others === undefined) waiting.set(what, { units: [unit], problem: plan.problem });
    else others.units.push(unit);
  }
  return [...waiting].map(([what, { units, problem }]) => {
    const names = units.map((unit) => unitWithId(world, unit));
    const text = `give_orders: ${listUpTo(MAX_NAMED, names)} cannot ${what}: ${problem}`;
    return { why: 'unit', keys: units.map(({ id }) => `waiting ${id}`), text, recurs: false };
  });
}
