import type { ActionData } from '#shared/protocol/actions.js';
import { cityAt } from '../rules/lookup/tiles.js';
import { findPath } from '../rules/movement/path.js';
import { canFortify } from '../rules/units/unit-activities.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { buildDefender, defendersIn, isDefender, plannedDefenders } from './defenders.js';
import { type DefendPlan, type PlanStep, stepWith } from './plan.js';
import { isOnItsWay, isWaiting, NOT_SENT, nextSending } from './sending.js';

/** Units further away than this many turns are not called. */
const MAX_REACH_TURNS = 5;

type Sent = DefendPlan['units'][number];

/**
 * What the plan to defend a city does next. Units in the city that wait for an order are fortified until as many stay as are
 * wanted. Where that is too few, the nearest units elsewhere that wait for an order come, but for the last one that holds
 * another city; where that is too few again, the city builds one. `taken`: units that others have a say in.
 */
export function defendStep(world: World, plan: DefendPlan, taken: ReadonlySet<number>): PlanStep {
  const city = world.cities.get(plan.cityId);
  if (city === undefined || city.owner !== world.seat.player) {
    const sentence = `The plan to defend ${plan.city} ended: the city is no longer yours.`;
    return { kind: 'end', end: { outcome: 'failed', sentence } };
  }
  const isFree = (unit: Unit) => isWaiting(unit) && !taken.has(unit.id) && !plan.released.includes(unit.id);
  const fortifying = unitsToFortify(world, plan, city, isFree);
  const lack = plan.number - stayingIn(world, city).length - fortifying.length;
  const coming = comingUnits(world, plan, city, taken);
  const called = unitsToCall(world, city, lack - coming.units.length, (unit) => {
    return isFree(unit) && coming.units.every(({ id }) => id !== unit.id);
  });
  const sent = sendUnits(world, city, [...coming.units, ...called]);
  const isShort = lack > sent.units.length + plannedDefenders(world, city);
  const actions = [
    ...fortifying.map(({ id }): ActionData => ({ action_type: 'unit_fortify', actor_id: id })),
    ...sent.actions,
    ...(isShort ? buildDefender(world, city) : []),
  ];
  const released = [...plan.released, ...coming.lost, ...sent.stuck].filter((id) => world.units.has(id));
  const now = { ...plan, units: sent.units, released };
  return stepWith(now, actions);
}

/** Units in the city that wait for an order, as many as are missing. */
function unitsToFortify(
  world: World,
  { number }: DefendPlan,
  city: City,
  isFree: (unit: Unit) => boolean,
): readonly Unit[] {
  const inside = defendersIn(world, city).filter((unit) => isFree(unit) && canFortify(world, unit));
  return inside.slice(0, Math.max(0, number - stayingIn(world, city).length));
}

/** As many of these units as are missing. */
function unitsToCall(
  world: World,
  city: City,
  lack: number,
  isFree: (unit: Unit) => boolean,
): readonly Sent[] {
  if (lack <= 0) return [];
  return unitsInReach(world, city, isFree)
    .slice(0, lack)
    .map(({ id }) => ({ id, ...NOT_SENT }));
}

/** The plan after an action of the agent for a unit: from then on that unit is the agent's affair. */
export function withoutUnit(plan: DefendPlan, unitId: number): DefendPlan {
  if (plan.released.includes(unitId)) return plan;
  return {
    ...plan,
    units: plan.units.filter(({ id }) => id !== unitId),
    released: [...plan.released, unitId],
  };
}

/** The units that hold a city and stay in it. */
export function stayingIn(world: World, city: City): readonly Unit[] {
  return defendersIn(world, city).filter(({ activity, detail }) => {
    const isFortified = activity === 'ACTIVITY_FORTIFIED' || activity === 'ACTIVITY_FORTIFYING';
    return isFortified && detail?.hasOrders !== true;
  });
}

/** Of the units that were called those that are still to come, and those that have another order now. */
function comingUnits(world: World, plan: DefendPlan, city: City, taken: ReadonlySet<number>) {
  const units: Sent[] = [];
  const lost: number[] = [];
  for (const sent of plan.units) {
    const unit = world.units.get(sent.id);
    if (unit?.owner !== city.owner || unit.tile === city.tile || taken.has(sent.id)) continue;
    if (isWaiting(unit) || isOnItsWay(unit, city.tile)) units.push(sent);
    else lost.push(sent.id);
  }
  return { units, lost };
}

/** Units elsewhere that are free, the nearest first. The last one that holds another city is not. */
function unitsInReach(world: World, city: City, isFree: (unit: Unit) => boolean): readonly Unit[] {
  const candidates = [...world.units.values()].filter(
    (unit) => unit.owner === city.owner && unit.tile !== city.tile && isDefender(world, unit) && isFree(unit),
  );
  const reach = candidates.flatMap((unit) => {
    const path = isNeededWhereItIs(world, unit) ? undefined : findPath(world, unit, city.tile);
    return path === undefined || path.turns > MAX_REACH_TURNS ? [] : [{ unit, turns: path.turns }];
  });
  return reach.sort((a, b) => a.turns - b.turns || a.unit.id - b.unit.id).map(({ unit }) => unit);
}

function isNeededWhereItIs(world: World, unit: Unit): boolean {
  const city = cityAt(world, unit.tile);
  return city !== undefined && defendersIn(world, city).length < 2;
}

/** Sends the units on that do not come by themselves; those that do not get on are given up. */
function sendUnits(world: World, city: City, all: readonly Sent[]) {
  const units: Sent[] = [];
  const stuck: number[] = [];
  const actions: ActionData[] = [];
  for (const sent of all) {
    const unit = world.units.get(sent.id);
    const sending = unit === undefined ? 'stuck' : nextSending(world, sent, unit);
    if (unit === undefined || sending === 'stuck') stuck.push(sent.id);
    else if (sending === 'wait' || isOnItsWay(unit, city.tile)) units.push(sent);
    else {
      units.push({ id: sent.id, ...sending });
      const target = world.map.position(city.tile);
      actions.push({ action_type: 'unit_move', actor_id: unit.id, target });
    }
  }
  return { units, stuck, actions };
}
