import type { ActionData } from '#shared/protocol/actions.js';
import { ownCities, ownUnits } from '../rules/lookup/entity-index.js';
import { areAtWar } from '../rules/lookup/players.js';
import { cityAt } from '../rules/lookup/tiles.js';
import { findPath } from '../rules/movement/path.js';
import { canFortify } from '../rules/units/unit-activities.js';
import { isFighter } from '../rules/units/unit-type.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { defendStep } from './defend.js';
import type { DefendPlan, DelegationPlan } from './plan.js';
import { isOnItsWay, NOT_SENT, nextSending } from './sending.js';

/** What a delegation leaves alone: units of other plans or of the agent, and cities that have a plan for their defence. */
export interface Reserved {
  readonly units: ReadonlySet<number>;
  readonly cities: ReadonlySet<number>;
}

/** What a delegation does in a turn: actions, and the plan after them. */
export interface Move {
  readonly plan: DelegationPlan;
  readonly actions: readonly ActionData[];
  /** The plan when only the first `done` actions have succeeded and the next has not; `plan` by default. */
  readonly planAfter?: (done: number) => DelegationPlan;
}

/** The units that a city holds, and the units it holds with an enemy near. */
const DEFENDERS = { calm: 1, threatened: 2 } as const;
/** An enemy within this many tiles of a city threatens it. */
const MAX_THREAT_TILES = 4;

/** Holds all own cities: those with an enemy near by one unit more. */
export function holdRealm(world: World, plan: DelegationPlan, reserved: Reserved): Move {
  return holdCities(world, plan, ownCities(world), reserved, (city) =>
    isThreatened(world, city) ? DEFENDERS.threatened : DEFENDERS.calm,
  );
}

/** Holds each city by the plan to defend it, without calling a unit twice. */
function holdCities(
  world: World,
  plan: DelegationPlan,
  cities: readonly City[],
  reserved: Reserved,
  numberFor: (city: City) => number,
): Move {
  let now = plan;
  const actions: ActionData[] = [];
  for (const city of cities.filter(({ id }) => !reserved.cities.has(id))) {
    const others = now.sent.filter(({ goal }) => goal !== city.tile);
    const taken = new Set([...reserved.units, ...others.map(({ id }) => id)]);
    const step = defendStep(world, defenceOf(now, city, numberFor(city)), taken);
    if (step.kind === 'end' || step.plan.kind !== 'defend') continue;
    const { units, released } = step.plan;
    now = { ...now, released, sent: [...others, ...units.map((unit) => ({ ...unit, goal: city.tile }))] };
    if (step.kind === 'act') actions.push(...step.actions);
  }
  return { plan: now, actions };
}

function defenceOf({ id, since, sent, released }: DelegationPlan, city: City, number: number): DefendPlan {
  const units = sent.filter(({ goal }) => goal === city.tile).map(({ goal: _goal, ...unit }) => unit);
  return {
    kind: 'defend',
    id,
    since,
    cityId: city.id,
    city: city.name,
    number,
    units,
    released: [...released],
  };
}

/** Holds the cities of a front by two units each, and gathers its other military units at the place. */
export function holdFront(
  world: World,
  plan: DelegationPlan,
  reserved: Reserved,
  isFree: (unit: Unit) => boolean,
): Move {
  const { place = -1, radius = 0 } = plan;
  const isInside = ({ tile }: Unit | City) => world.map.distance(place, tile) <= radius;
  const outside = ownUnits(world).filter((unit) => !isInside(unit));
  const units = new Set([...reserved.units, ...outside.map(({ id }) => id)]);
  const cities = ownCities(world).filter((city) => isInside(city) && city.tile !== place);
  const held = holdCities(world, plan, cities, { ...reserved, units }, () => DEFENDERS.threatened);
  const busy = new Set([
    ...held.actions.map(({ actor_id }) => actor_id),
    ...held.plan.sent.map(({ id }) => id),
  ]);
  const gathering = ownUnits(world).filter((unit) => {
    const isSent = held.plan.sent.some(({ id, goal }) => id === unit.id && goal === place);
    return isInside(unit) && isFighter(world, unit) && isFree(unit) && (isSent || !busy.has(unit.id));
  });
  return gathering.reduce((move, unit) => gathered(world, move, unit, place), held);
}

/** Lets a unit fortify where it holds something, or sends it to the place. */
function gathered(world: World, { plan, actions }: Move, unit: Unit, place: number): Move {
  const others = plan.sent.filter(({ id }) => id !== unit.id);
  if (unit.tile === place || cityAt(world, unit.tile) !== undefined) {
    const fortify = { action_type: 'unit_fortify', actor_id: unit.id };
    const isAble = canFortify(world, unit) !== false;
    return { plan: { ...plan, sent: others }, actions: isAble ? [...actions, fortify] : actions };
  }
  const before = plan.sent.find(({ id }) => id === unit.id) ?? { ...NOT_SENT, id: unit.id, goal: place };
  const sending = nextSending(world, before, unit);
  if (sending === 'wait' || isOnItsWay(unit, place)) return { plan, actions };
  if (sending === 'stuck' || findPath(world, unit, place) === undefined)
    return { plan: { ...plan, sent: others, released: [...plan.released, unit.id] }, actions };
  const move = { action_type: 'unit_move', actor_id: unit.id, target: world.map.position(place) };
  return {
    plan: { ...plan, sent: [...others, { id: unit.id, goal: place, ...sending }] },
    actions: [...actions, move],
  };
}

function isThreatened(world: World, city: City): boolean {
  return [...world.units.values()].some(
    ({ owner, tile }) =>
      areAtWar(world, city.owner, owner) === true && world.map.distance(tile, city.tile) <= MAX_THREAT_TILES,
  );
}
