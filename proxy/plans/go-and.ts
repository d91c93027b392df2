import type { ActionData } from '#shared/protocol/actions.js';
import { placeName } from '../orders/descriptions.js';
import { cityAt } from '../rules/lookup/tiles.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { GoAndPlan, PlanStep } from './plan.js';
import { endsOf, type Purpose, purposeOf, wayTo } from './purposes.js';
import { describeStuck, isOnItsWay, nextSending } from './sending.js';

/** Sends a unit on until it is at its place, then tries its action once a turn; ends when the action has begun. */
export function goAndStep(world: World, plan: GoAndPlan): PlanStep {
  const unit = world.units.get(plan.unitId);
  if (unit === undefined || unit.owner !== world.seat.player) return doneOrGone(world, plan);
  if (plan.stage === 'done') return ended(world, plan, 'done');
  const purpose = purposeOf(world, unit, plan);
  if (!endsOf(world, purpose, plan.goal).includes(unit.tile))
    return sendOn(world, { ...plan, stage: 'going' }, unit, purpose);
  // Kept before it acts: a unit that then is gone was used up by its action.
  if (plan.stage === 'going') {
    const there: GoAndPlan = { ...plan, stage: 'there', tries: 0, sentFrom: -1 };
    return { kind: 'act', plan: there, ifFailed: () => there, actions: [] };
  }
  const sending = nextSending(world, plan, unit);
  if (sending === 'wait') return { kind: 'wait', plan };
  if (sending === 'stuck') return failed(world, plan, plan.problem ?? 'it could not be begun');
  const tried = { ...plan, ...sending };
  return {
    kind: 'act',
    plan: { ...tried, stage: 'done' },
    ifFailed: (problem) => ({ ...tried, problem }),
    actions: [actionOf(world, plan, purpose)],
  };
}

function actionOf(
  world: World,
  { unitId, goal, patrolTo }: GoAndPlan,
  { action, city }: Purpose,
): ActionData {
  const target = patrolTo ?? (city === undefined ? undefined : goal);
  const data = { action_type: action, actor_id: unitId };
  return target === undefined ? data : { ...data, target: world.map.position(target) };
}

function sendOn(world: World, plan: GoAndPlan, unit: Unit, purpose: Purpose): PlanStep {
  if (endsOf(world, purpose, plan.goal).some((tile) => isOnItsWay(unit, tile))) return { kind: 'wait', plan };
  const sending = nextSending(world, plan, unit);
  if (sending === 'wait') return { kind: 'wait', plan };
  if (sending === 'stuck') return failed(world, plan, describeStuck(world, unit, plan.goal));
  const way = wayTo(world, purpose, unit, plan.goal);
  if (way === undefined) return failed(world, plan, 'there is no way there that it can go and you know of');
  const sent = { ...plan, ...sending };
  const target = world.map.position(way.tile);
  const actions = [{ action_type: 'unit_move', actor_id: unit.id, target }];
  return { kind: 'act', plan: sent, ifFailed: () => sent, actions };
}

/** The unit is gone: it was used up by what it went for, or was lost. */
function doneOrGone(world: World, plan: GoAndPlan): PlanStep {
  const { city: owner, isUsingUp = false } = purposeOf(world, undefined, plan);
  const city = cityAt(world, plan.goal);
  const isItsCity = city !== undefined && (owner !== 'own' || city.owner === world.seat.player);
  // What was refused there is not done: the unit was lost while it waited to try again.
  const hasActed = plan.stage === 'done' || (plan.stage === 'there' && plan.problem === undefined);
  const isDone = isUsingUp && hasActed && isItsCity;
  return ended(world, plan, isDone ? 'done' : 'lost');
}

function ended(world: World, plan: GoAndPlan, how: 'done' | 'lost'): PlanStep {
  const { unit, unitId } = plan;
  const place = placeName(world, plan.goal);
  const sentence =
    how === 'done'
      ? `${unit} ${unitId} ${purposeOf(world, undefined, plan).done} ${place}.`
      : `${unit} ${unitId} is gone before it came to ${place}.`;
  return { kind: 'end', end: { outcome: how === 'done' ? 'done' : 'failed', sentence } };
}

function failed(world: World, { unit, unitId, purpose, goal }: GoAndPlan, why: string): PlanStep {
  const what = purpose.replaceAll('_', ' ');
  const sentence = `${unit} ${unitId} cannot go to ${placeName(world, goal)} and ${what}: ${why}.`;
  return { kind: 'end', end: { outcome: 'failed', sentence } };
}
