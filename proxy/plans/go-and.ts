import type { ActionData } from '#shared/protocol/actions.js';
import { placeName } from '../orders/descriptions.js';
import { cityAt } from '../rules/lookup/tiles.js';
import { findPath } from '../rules/movement/path.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { GoAndPlan, PlanStep } from './plan.js';
import { describeStuck, isOnItsWay, nextSending } from './sending.js';

/** What a unit can do at the end of its way. */
type Purpose = GoAndPlan['purpose'];

const actionOf: Readonly<Record<Purpose, string>> = {
  fortify: 'unit_fortify',
  sentry: 'unit_sentry',
  join_city: 'unit_join_city',
  pillage: 'unit_pillage',
  patrol: 'unit_patrol',
};

const doneWords: Readonly<Record<Purpose, string>> = {
  fortify: 'fortifies at',
  sentry: 'is on sentry at',
  join_city: 'has joined',
  pillage: 'pillages at',
  patrol: 'is on patrol from',
};

/** Sends a unit on until it is at its place, then tries its action once a turn; ends when the action has begun. */
export function goAndStep(world: World, plan: GoAndPlan): PlanStep {
  const unit = world.units.get(plan.unitId);
  if (unit === undefined || unit.owner !== world.seat.player) return joinedOrGone(world, plan);
  if (plan.stage === 'done') return ended(world, plan, 'done');
  if (unit.tile !== plan.goal) return sendOn(world, { ...plan, stage: 'going' }, unit);
  // Kept before it acts: a unit that then is gone has joined the city.
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
    actions: [purposeOf(world, plan)],
  };
}

function purposeOf(world: World, { unitId, purpose, patrolTo }: GoAndPlan): ActionData {
  const action = { action_type: actionOf[purpose], actor_id: unitId };
  return patrolTo === undefined ? action : { ...action, target: world.map.position(patrolTo) };
}

function sendOn(world: World, plan: GoAndPlan, unit: Unit): PlanStep {
  if (isOnItsWay(unit, plan.goal)) return { kind: 'wait', plan };
  const sending = nextSending(world, plan, unit);
  if (sending === 'wait') return { kind: 'wait', plan };
  if (sending === 'stuck') return failed(world, plan, describeStuck(world, unit, plan.goal));
  if (findPath(world, unit, plan.goal) === undefined)
    return failed(world, plan, 'there is no way there that it can go and you know of');
  const sent = { ...plan, ...sending };
  const target = world.map.position(plan.goal);
  const actions = [{ action_type: 'unit_move', actor_id: unit.id, target }];
  return { kind: 'act', plan: sent, ifFailed: () => sent, actions };
}

/** The unit is gone: it has joined the city, or was lost. */
function joinedOrGone(world: World, plan: GoAndPlan): PlanStep {
  const isJoined =
    plan.purpose === 'join_city' &&
    plan.stage !== 'going' &&
    cityAt(world, plan.goal)?.owner === world.seat.player;
  return ended(world, plan, isJoined ? 'done' : 'lost');
}

function ended(world: World, { unit, unitId, purpose, goal }: GoAndPlan, how: 'done' | 'lost'): PlanStep {
  const place = placeName(world, goal);
  const sentence =
    how === 'done'
      ? `${unit} ${unitId} ${doneWords[purpose]} ${place}.`
      : `${unit} ${unitId} is gone before it came to ${place}.`;
  return { kind: 'end', end: { outcome: how === 'done' ? 'done' : 'failed', sentence } };
}

function failed(world: World, { unit, unitId, purpose, goal }: GoAndPlan, why: string): PlanStep {
  const what = purpose.replaceAll('_', ' ');
  const sentence = `${unit} ${unitId} cannot go to ${placeName(world, goal)} and ${what}: ${why}.`;
  return { kind: 'end', end: { outcome: 'failed', sentence } };
}
