import type { ActionData } from '#shared/protocol/actions.js';
import { placeName } from '../orders/descriptions.js';
import { ownUnits } from '../rules/lookup/entity-index.js';
import { hasMoreToExplore } from '../rules/movement/exploration.js';
import { isWorkerType } from '../rules/units/action-enablers.js';
import { canAutoWork, canExplore } from '../rules/units/unit-activities.js';
import { isScout } from '../rules/units/unit-type.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';
import { helpWonders } from './delegated-caravans.js';
import { holdFront, holdRealm, type Move, type Reserved } from './delegated-defence.js';
import { improveLand } from './delegated-workers.js';
import { type DelegationPlan, type Plan, type PlanStep, stepWith } from './plan.js';
import { isWaiting } from './sending.js';

/** The name of the plan for a part of the realm; a front is named after its place. */
export function delegationId(
  part: DelegationPlan['part'],
  place?: { readonly x: number; readonly y: number },
): string {
  return place === undefined ? `delegate-${part}` : `delegate-${part}-${place.x}-${place.y}`;
}

/** Units of a delegation that wait get work, the server's automation or a place to hold. Those that go on by themselves are stopped when its turns are over. */
export function delegationStep(world: World, plan: DelegationPlan, reserved: Reserved): PlanStep {
  if (turnOf(world) >= plan.until) return handedBack(world, plan, reserved);
  const held = new Set([...reserved.units, ...plan.released]);
  const isFree = (unit: Unit) => isWaiting(unit) && !held.has(unit.id);
  const { plan: now, actions, planAfter } = moveOf(world, present(world, plan), reserved, isFree);
  if (planAfter === undefined || actions.length === 0) return stepWith(now, actions);
  return { kind: 'act', plan: now, ifFailed: (_, done) => planAfter(done), actions };
}

function moveOf(
  world: World,
  plan: DelegationPlan,
  reserved: Reserved,
  isFree: (unit: Unit) => boolean,
): Move {
  const own = ownUnits(world).filter(isFree);
  switch (plan.part) {
    case 'workers': {
      const automated = plan.units.filter(
        (id) => world.units.get(id)?.detail?.ai === true && !reserved.units.has(id),
      );
      if (automated.length > 0) return stopped(plan, automated);
      const idle = own.filter((unit) => canAutoWork(world, unit) && isWorkerType(world, unit.type));
      return improveLand(world, plan, idle);
    }
    case 'exploration': {
      const idle = own.filter((unit) => isScout(world, unit) && canExplore(world, unit) !== false);
      return ordered(
        plan,
        idle.filter((unit) => hasMoreToExplore(world, unit)),
        'unit_explore',
      );
    }
    case 'caravans':
      return helpWonders(world, plan, isFree);
    case 'defence':
      return holdRealm(world, plan, reserved);
    case 'front':
      return holdFront(world, plan, reserved, isFree);
  }
}

/** The plan after an action of the agent for a unit: from then on that unit is the agent's affair. */
export function withoutDelegatedUnit(plan: DelegationPlan, unitId: number): DelegationPlan {
  if (plan.released.includes(unitId)) return plan;
  return {
    ...plan,
    units: plan.units.filter((id) => id !== unitId),
    sent: plan.sent.filter(({ id }) => id !== unitId),
    released: [...plan.released, unitId],
  };
}

/** What stops the units of a delegation that do something by themselves; nothing for other plans. */
export function stopUnits(world: World, plan: Plan): readonly ActionData[] {
  if (plan.kind !== 'delegation') return [];
  const ids = new Set([...plan.units, ...plan.sent.map(({ id }) => id)]);
  return [...ids].flatMap((id): ActionData[] => {
    const unit = world.units.get(id);
    if (unit === undefined || unit.owner !== world.seat.player) return [];
    const { activity, detail } = unit;
    const goes = detail?.hasOrders === true || detail?.ai === true || activity === 'ACTIVITY_EXPLORE';
    if (!goes) return [];
    return [{ action_type: 'unit_cancel_orders', actor_id: id }];
  });
}

function handedBack(world: World, plan: DelegationPlan, reserved: Reserved): PlanStep {
  const actions = stopUnits(world, plan).filter(({ actor_id: id = -1 }) => !reserved.units.has(id));
  const now = { ...plan, units: [], sent: [] };
  if (actions.length > 0) return { kind: 'act', plan: now, ifFailed: () => now, actions };
  const sentence = `${partWords(world, plan)} is yours again: its turns are over.`;
  return { kind: 'end', end: { outcome: 'done', sentence } };
}

/** The part of the realm in words, to begin a sentence with. */
export function partWords(world: World, { part, place }: DelegationPlan): string {
  if (place !== undefined) return `The front at ${placeName(world, place)}`;
  return {
    workers: 'The work of workers',
    exploration: 'Exploration',
    caravans: 'The work of caravans',
    defence: 'Defence',
    front: 'The front',
  }[part];
}

/** Without units that are gone. */
function present(world: World, plan: DelegationPlan): DelegationPlan {
  const isThere = (id: number) => world.units.get(id)?.owner === world.seat.player;
  return {
    ...plan,
    units: plan.units.filter(isThere),
    sent: plan.sent.filter(({ id }) => isThere(id)),
    released: plan.released.filter(isThere),
  };
}

/** Workers of a plan that an earlier version wrote: it used the automation of the game server. */
function stopped(plan: DelegationPlan, ids: readonly number[]): Move {
  const actions = ids.map((id) => ({ action_type: 'unit_cancel_orders', actor_id: id }));
  return { plan: { ...plan, units: [] }, actions };
}

function ordered(plan: DelegationPlan, idle: readonly Unit[], action: string): Move {
  const ids = idle.map(({ id }) => id);
  return {
    plan: { ...plan, units: [...plan.units.filter((id) => !ids.includes(id)), ...ids] },
    actions: ids.map((id) => ({ action_type: action, actor_id: id })),
  };
}
