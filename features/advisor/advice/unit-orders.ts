import type { Advice } from '#shared/protocol/state/brief.js';
import { isDefender } from '../../../proxy/plans/defenders.js';
import { wayDanger } from '../../../proxy/plans/way-danger.js';
import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { displayName } from '../../../proxy/rules/lookup/names.js';
import { cityAt } from '../../../proxy/rules/lookup/tiles.js';
import { hasMoreToExplore } from '../../../proxy/rules/movement/exploration.js';
import { turnsToReach } from '../../../proxy/rules/movement/path.js';
import { canFoundCities, canHelpWonders, isWorkerType } from '../../../proxy/rules/units/action-enablers.js';
import { canAutoWork, canFortify, isIdle } from '../../../proxy/rules/units/unit-activities.js';
import { isFighter, isScout } from '../../../proxy/rules/units/unit-type.js';
import type { City } from '../../../proxy/world/city.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { landOf, type WonderProject, wonderProjects } from '../production/wonder-help.js';
import { forecastTurns, type Site } from '../settling/settling.js';
import { centreWords } from '../settling/site-words.js';
import { defendersOf, type Situation } from '../situation.js';
import { stackThreats } from '../threats/stack-threats.js';
import { endangeredCities } from '../threats/threats.js';
import { hutOrders } from './hut-orders.js';
import type { IsTried } from './tried-actions.js';

/** The most turns that a part of the realm is handed over for. */
const MAX_DELEGATED_TURNS = 100;
/** Guards are not sent further than this many tiles. */
const MAX_GUARD_DISTANCE = 8;

/** What the orders of units follow from, beside the situation. */
interface UnitOrderBasis {
  /** The best site for each idle founder. */
  readonly plan: ReadonlyMap<number, Site>;
  /** Units that plans move. */
  readonly planned: ReadonlySet<number>;
  /** Whether a plan lets workers improve the land. */
  readonly isLandDelegated: boolean;
  readonly isTried: IsTried;
}

/** Actions of idle units, the most urgent first: a brief may have only some of them. */
const URGENCY = [
  'settle',
  'unit_move',
  'go_and',
  'delegate',
  'unit_auto_work',
  'unit_explore',
  'unit_fortify',
  'unit_sentry',
];

/** Whether an advice only has a unit rest. */
export function isRest({ do: { action_type: type } }: Advice): boolean {
  return type === 'unit_fortify' || type === 'unit_sentry';
}

/** What idle units should do: one action each, the best of those that were not tried in vain. */
export function unitOrders(
  situation: Situation,
  { plan, planned, isLandDelegated, isTried }: UnitOrderBasis,
): readonly Advice[] {
  const idle = situation.units.filter((unit) => isIdle(unit) && !planned.has(unit.id));
  const guards = idle.filter((unit) => isDefender(situation.world, unit));
  const calls = guardCalls(situation, guards);
  const huts = hutOrders(
    situation,
    idle.filter(({ id }) => !calls.has(id)),
  );
  const { world } = situation;
  const projects = idle.some((unit) => canHelpWonders(world, unit)) ? wonderProjects(situation) : undefined;
  const landPlan = workersPlan(situation);
  const isPlanDue =
    !isLandDelegated && !isTried(landPlan.do) && idle.some((unit) => worksLand(situation, unit));
  const ordered = idle.filter((unit) => !isPlanDue || !worksLand(situation, unit));
  const orders = ordered.flatMap((unit) => {
    const project = projects?.get(landOf(world, unit.tile));
    const found = ordersFor(situation, unit, {
      site: plan.get(unit.id),
      call: calls.get(unit.id),
      hut: huts.get(unit.id),
      project,
    });
    for (const order of found) {
      const advice = order();
      if (advice !== undefined && !isTried(advice.do)) return [advice];
    }
    return [];
  });
  const urgency = ({ do: { action_type: type } }: Advice) => URGENCY.indexOf(type);
  return [...(isPlanDue ? [landPlan] : []), ...orders].toSorted((a, b) => urgency(a) - urgency(b));
}

/** Finds what a unit could do; undefined where that is not possible. */
type FindOrder = () => Advice | undefined;

function settleOrder({ world }: Situation, unit: Unit, site: Site): Advice {
  const { x, y } = world.map.position(site.tile);
  const danger = wayDanger(world, unit, site.tile);
  const land = `size ${site.city.size} in ${forecastTurns(world)} turns, ${centreWords(world, site)}`;
  return {
    do: { action_type: 'settle', unit_id: unit.id, x, y },
    why: danger === undefined ? land : `${land}; ${danger}`,
  };
}

/** What a unit could do, the best first. `call` is the city that needs it as a guard, `hut` the order to enter a village. */
function ordersFor(
  situation: Situation,
  unit: Unit,
  {
    site,
    call,
    hut,
    project,
  }: {
    readonly site: Site | undefined;
    readonly call: City | undefined;
    readonly hut: Advice | undefined;
    readonly project: WonderProject | undefined;
  },
): readonly FindOrder[] {
  const { world } = situation;
  if (site !== undefined) return [() => settleOrder(situation, unit, site)];
  if (canFoundCities(world, unit)) return [() => joinOrder(situation, unit)];
  if (canHelpWonders(world, unit)) return [() => helpOrder(situation, unit, project)];
  if (worksLand(situation, unit)) return [() => workOrder(unit)];
  const [explore, rest] = [() => exploreOrder(situation, unit), () => restOrder(situation, unit)];
  const enter = () => hut;
  if (isScout(world, unit)) return [enter, explore, rest];
  if (!isFighter(world, unit)) return [];
  const guard = () => guardOrder(situation, unit, call);
  if (cityAt(world, unit.tile) !== undefined) return [guard, enter, rest];
  return [guard, enter, explore, () => returnOrder(situation, unit), rest];
}

/** Its shields go to the city that builds the wonders of its land; none while that builds something else. */
function helpOrder(
  { world }: Situation,
  { id }: Unit,
  project: WonderProject | undefined,
): Advice | undefined {
  if (project === undefined || project.present === undefined) return undefined;
  const { x, y } = world.map.position(project.city.tile);
  const why = `${nameText(project.city.name)} builds ${displayName(project.present.thing.name)}`;
  return { do: { action_type: 'go_and', unit_id: id, x, y, do: 'help_wonder' }, why };
}

/** Whether a unit is for work on the land, and for nothing that is advised before it. */
function worksLand({ world }: Situation, unit: Unit): boolean {
  const isForOthers = canFoundCities(world, unit) || canHelpWonders(world, unit);
  return !isForOthers && canAutoWork(world, unit) && isWorkerType(world, unit.type);
}

/** A worker that a delegation has given back to the agent improves the land by the automation of the game server. */
function workOrder({ id }: Unit): Advice {
  return { do: { action_type: 'unit_auto_work', unit_id: id }, why: 'it improves the land by itself' };
}

/** One plan for all idle workers. */
function workersPlan({ world }: Situation): Advice {
  const turns = Math.min(MAX_DELEGATED_TURNS, turnsLeft(world) + 1);
  return {
    do: { action_type: 'delegate', part: 'workers', turns },
    why: 'workers improve the land of cities',
  };
}

/** Founders without a site add their citizens to a city. */
function joinOrder(situation: Situation, unit: Unit): Advice | undefined {
  const { world, cities } = situation;
  const city = soonestCity(situation, unit);
  if (city === undefined) return cities.length === 0 ? undefined : restOrder(situation, unit);
  const { x, y } = world.map.position(city.tile);
  return {
    do: { action_type: 'go_and', unit_id: unit.id, x, y, do: 'join_city' },
    why: `no site in reach: ${nameText(city.name)} grows`,
  };
}

/** The search for a city that a unit can reach. */
const CITY_REACH = { maxTurns: 20, maxLegs: 2000 } as const;

/** The own city that a unit reaches first; undefined where it reaches none. */
function soonestCity({ world, cities }: Situation, unit: Unit): City | undefined {
  const turns = turnsToReach(world, unit, CITY_REACH, new Set(cities.map(({ tile }) => tile)));
  const turnsTo = ({ tile }: City) => turns.get(tile) ?? Number.POSITIVE_INFINITY;
  const [city] = cities.filter(({ tile }) => turns.has(tile)).sort((a, b) => turnsTo(a) - turnsTo(b));
  return city;
}

function exploreOrder({ world }: Situation, unit: Unit): Advice | undefined {
  if (!hasMoreToExplore(world, unit)) return undefined;
  return { do: { action_type: 'unit_explore', unit_id: unit.id }, why: 'the land here is not all known' };
}

function restOrder({ world }: Situation, unit: Unit): Advice {
  const action = canFortify(world, unit) ? 'unit_fortify' : 'unit_sentry';
  return { do: { action_type: action, unit_id: unit.id }, why: 'it is idle' };
}

function guardOrder(situation: Situation, unit: Unit, call: City | undefined): Advice | undefined {
  if (call === undefined) return undefined;
  const reach = turnsToReach(situation.world, unit, CITY_REACH, new Set([call.tile]));
  return reach.has(call.tile) ? goTo(situation, unit, call, `${call.name} has no defender`) : undefined;
}

function returnOrder(situation: Situation, unit: Unit): Advice | undefined {
  const city = soonestCity(situation, unit);
  return city && goTo(situation, unit, city, 'it is idle');
}

function goTo({ world }: Situation, { id }: Unit, city: City, why: string): Advice {
  const { x, y } = world.map.position(city.tile);
  return { do: { action_type: 'go_and', unit_id: id, x, y, do: 'fortify' }, why };
}

/** For idle guards the open city each should go to, by unit id. The last guard of a city stays, and so do all guards of a city that an enemy is near to. */
function guardCalls(situation: Situation, guards: readonly Unit[]): ReadonlyMap<number, City> {
  const { world, cities, units } = situation;
  const calls = new Map<number, City>();
  const endangered = endangeredCities(stackThreats(situation).worst);
  const bound = new Set(units.flatMap(({ detail }) => (detail?.hasOrders === true ? [detail.gotoTile] : [])));
  const left = new Map(cities.map((city) => [city.tile, defendersOf(situation, city).length]));
  const mayLeave = (tile: number) =>
    (left.get(tile) ?? 2) > 1 && !endangered.has(cityAt(world, tile)?.id ?? -1);
  for (const city of cities) {
    if ((left.get(city.tile) ?? 0) > 0 || bound.has(city.tile)) continue;
    const [nearest] = guards
      .filter(({ id, tile }) => !calls.has(id) && mayLeave(tile))
      .map((unit) => ({ unit, distance: world.map.distance(unit.tile, city.tile) }))
      .filter(({ distance }) => distance <= MAX_GUARD_DISTANCE)
      .sort((a, b) => a.distance - b.distance);
    if (nearest === undefined) continue;
    calls.set(nearest.unit.id, city);
    left.set(nearest.unit.tile, (left.get(nearest.unit.tile) ?? 2) - 1);
  }
  return calls;
}
