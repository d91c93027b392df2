import { placeName } from '../orders/descriptions.js';
import { findPath } from '../rules/movement/path.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';
import type { EscortPlan, PlanStep } from './plan.js';
import { describeStuck, isOnItsWay, nextSending } from './sending.js';

/** Tiles between where an escorted unit was seen last and the city that it has founded. */
const MAX_LAST_STEPS = 3;

/** Sends a unit to the tile of the unit it follows. The plan ends in the city that the other one has founded. */
export function escortStep(world: World, plan: EscortPlan): PlanStep {
  const escort = ownUnit(world, plan.unitId);
  if (escort === undefined) return failed(plan, `${plan.unit} ${plan.unitId} is gone`);
  const charge = ownUnit(world, plan.chargeId);
  const city = charge === undefined ? foundedCity(world, plan) : undefined;
  const goal = charge?.tile ?? city?.tile;
  if (goal === undefined) return failed(plan, `${plan.charge} ${plan.chargeId} is gone`);
  const now = { ...plan, chargeTile: goal };
  if (escort.tile === goal) return city === undefined ? { kind: 'wait', plan: now } : done(world, plan, city);
  return follow(world, now, escort, goal);
}

function follow(world: World, plan: EscortPlan, escort: Unit, goal: number): PlanStep {
  if (isOnItsWay(escort, goal)) return { kind: 'wait', plan };
  const sending = nextSending(world, plan, escort);
  if (sending === 'wait') return { kind: 'wait', plan };
  if (sending === 'stuck') return failed(plan, describeStuck(world, escort, goal));
  const sent = { ...plan, ...sending };
  // The other one may be on its way to where this one can go.
  if (findPath(world, escort, goal) === undefined) return { kind: 'wait', plan: sent };
  const target = world.map.position(goal);
  const actions = [{ action_type: 'unit_move', actor_id: escort.id, target }];
  return { kind: 'act', plan: sent, ifFailed: () => sent, actions };
}

function ownUnit(world: World, id: number): Unit | undefined {
  const unit = world.units.get(id);
  return unit?.owner === world.seat.player ? unit : undefined;
}

/** The own city that came to be where the escorted unit was going, in this turn or in the change to it. */
function foundedCity(world: World, { chargeTile }: EscortPlan): City | undefined {
  return [...world.cities.values()].find(
    ({ owner, tile, detail }) =>
      owner === world.seat.player &&
      (tile === chargeTile ||
        (detail !== undefined &&
          detail.turnFounded >= turnOf(world) - 1 &&
          world.map.distance(tile, chargeTile) <= MAX_LAST_STEPS)),
  );
}

function done(world: World, { unit, unitId, charge, chargeId }: EscortPlan, { id, tile }: City): PlanStep {
  const sentence = `${charge} ${chargeId} has come to ${placeName(world, tile)}, and ${unit} ${unitId} with it.`;
  return { kind: 'end', end: { outcome: 'done', cityId: id, sentence } };
}

function failed({ unit, unitId, charge, chargeId }: EscortPlan, why: string): PlanStep {
  const sentence = `${unit} ${unitId} no longer goes with ${charge} ${chargeId}: ${why}.`;
  return { kind: 'end', end: { outcome: 'failed', sentence } };
}
