import { nationOf, placeName } from '../orders/descriptions.js';
import { isPlayer } from '../rules/lookup/players.js';
import { cityAt, knownTile, terrainOf } from '../rules/lookup/tiles.js';
import { findPath } from '../rules/movement/path.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';
import type { PlanStep, SettlePlan } from './plan.js';
import { describeStuck, nextSending } from './sending.js';

/** Chooses the best site for a city that a unit can reach, as the index of its tile; undefined when there is none. */
export type SiteChooser = (world: World, unit: Unit) => number | undefined;

/** Nothing while the unit goes to found; else the order again, or with `isBest` another site when the site is taken. */
export function settleStep(world: World, plan: SettlePlan, chooseSite: SiteChooser): PlanStep {
  const unit = world.units.get(plan.unitId);
  if (unit === undefined || unit.owner !== world.seat.player) return settledOrGone(world, plan);
  const problem = siteProblem(world, unit, plan.site);
  if (problem !== undefined) return elsewhere(world, plan, unit, problem, chooseSite);
  if (isGoingToFound(unit, plan.site)) return { kind: 'wait', plan };
  const sending = nextSending(world, plan, unit);
  if (sending === 'wait') return { kind: 'wait', plan };
  if (sending === 'stuck') return failed(world, plan, describeStuck(world, unit, plan.site));
  if (unit.tile !== plan.site && findPath(world, unit, plan.site) === undefined)
    return elsewhere(world, plan, unit, NO_WAY, chooseSite);
  return send(world, { ...plan, ...sending }, unit);
}

const NO_WAY = 'there is no way there that it can go and you know of';

/** Whether the orders of a unit end with founding a city at a tile. */
export function isGoingToFound({ detail }: Unit, site: number): boolean {
  if (detail?.hasOrders !== true || detail.gotoTile !== site) return false;
  return detail.orders[detail.ordersLength - 1] === 'ORDER_PERFORM_ACTION';
}

/** Why no city can be founded at a tile by what this seat sees (`city_can_be_built_here`); undefined where the seat knows none. */
export function siteProblem(world: World, { owner: own }: Unit, site: number): string | undefined {
  const tile = knownTile(world, site);
  if (terrainOf(world, site)?.flags.has('TER_NO_CITIES') === true) return 'its terrain takes no cities';
  const minDistance = world.game?.citymindist ?? 2;
  const near = [...world.cities.values()].find((city) => world.map.distance(city.tile, site) < minDistance);
  if (near !== undefined) {
    const whose = near.owner === own ? 'your' : `the ${nationOf(world, near.owner)}`;
    return near.tile === site
      ? `${whose} city ${near.name} is there`
      : `${whose} city ${near.name} is nearer than ${minDistance} tiles`;
  }
  if (tile !== undefined && isPlayer(tile.owner) && tile.owner !== own)
    return `the land is ${nationOf(world, tile.owner)}`;
  return undefined;
}

/** The unit is gone: it has founded the city, or it has not. */
function settledOrGone(world: World, plan: SettlePlan): PlanStep {
  const city = cityAt(world, plan.site);
  const name = `${plan.unit} ${plan.unitId}`;
  if (city?.owner === world.seat.player && city !== undefined) {
    const sentence = `${name} founded ${placeName(world, plan.site)}.`;
    return { kind: 'end', end: { outcome: 'done', cityId: city.id, sentence } };
  }
  const sentence = `${name} is gone before it founded a city at ${placeName(world, plan.site)}.`;
  return { kind: 'end', end: { outcome: 'failed', sentence } };
}

function elsewhere(
  world: World,
  plan: SettlePlan,
  unit: Unit,
  problem: string,
  chooseSite: SiteChooser,
): PlanStep {
  if (!plan.isBest) return failed(world, plan, problem);
  const site = chooseSite(world, unit);
  if (site === undefined || site === plan.site)
    return failed(world, plan, `${problem}, and no other site is in reach`);
  return send(world, { ...plan, site, tries: 1, sentFrom: unit.tile, sentTurn: turnOf(world) }, unit);
}

function send(world: World, sent: SettlePlan, { id }: Unit): PlanStep {
  const target = world.map.position(sent.site);
  return {
    kind: 'act',
    plan: sent,
    ifFailed: () => sent,
    actions: [{ action_type: 'settle', actor_id: id, target }],
  };
}

function failed(world: World, { unit, unitId, site }: SettlePlan, why: string): PlanStep {
  const sentence = `${unit} ${unitId} cannot found a city at ${placeName(world, site)}: ${why}.`;
  return { kind: 'end', end: { outcome: 'failed', sentence } };
}
