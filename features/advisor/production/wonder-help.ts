import { adjacentTiles } from '../../../proxy/rules/lookup/adjacency.js';
import { isGreatWonder } from '../../../proxy/rules/lookup/cities.js';
import { knownTile } from '../../../proxy/rules/lookup/tiles.js';
import { turnsToReach, turnsUntilAct } from '../../../proxy/rules/movement/path.js';
import {
  buildCost,
  shieldsATurn,
  stockOf,
  takesCaravanShields,
} from '../../../proxy/rules/production/build-costs.js';
import {
  canCityBuildImprovement,
  canPlayerBuildImprovement,
} from '../../../proxy/rules/production/buildable.js';
import { allTargets, productionOf, type Target } from '../../../proxy/rules/production/target.js';
import { canHelpWonders, canTypeDo } from '../../../proxy/rules/units/action-enablers.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import type { Situation } from '../situation.js';
import { buildOptions } from './build-options.js';

type WonderTarget = Extract<Target, { kind: 'VUT_IMPROVEMENT' }>;

/** The shields of a helper, and the turn changes until it can add them; 0 for one at the city with moves left. */
export interface ComingHelp {
  readonly shields: number;
  readonly turns: number;
}

/** The wonders of one land mass and the units that can add their shields to them. */
export interface WonderProject {
  /** The city that builds the wonders of this land. */
  readonly city: City;
  /** The wonder that it builds now; undefined for something else. */
  readonly present: WonderTarget | undefined;
  /** Shields a turn of that city, and half of those of the other cities, which may build helpers. */
  readonly rate: number;
  /** The shields of all helpers on this land. */
  readonly waiting: number;
  /** The helpers among them that are at the city or have orders to go there. */
  readonly coming: readonly ComingHelp[];
  /** Shields that its wonders still take, its stock and those of helpers taken off. Falls as helpers are planned. */
  wanted: number;
  /** Shields of the cheapest of these wonders. */
  readonly cost: number;
  /** Turns until the wonder that the city builds, or the soonest of those it could build, is there with all this help. */
  readonly turns: number;
}

/** Shields a turn of other cities that may be counted on. */
const SHARE_OF_OTHERS = 0.5;
/** The limits of the search for the ways of helpers. */
const WAY = { maxTurns: 20, maxLegs: 500 } as const;

/** Whether units of a type can help build wonders (`ACTION_HELP_WONDER`). */
export function isHelperTarget(world: World, target: Target): boolean {
  return target.kind === 'VUT_UTYPE' && canTypeDo(world, target.thing, 'ACTION_HELP_WONDER');
}

/** By the number of each land mass where there are helpers, or cities that can build them, its wonders. Each call computes new projects, because planning changes them. */
export function wonderProjects(situation: Situation): ReadonlyMap<number, WonderProject> {
  const { world, cities, units } = situation;
  const helpers = units.filter((unit) => canHelpWonders(world, unit));
  const canBuildHelpers = (city: City) =>
    buildOptions(situation, city).some(({ target }) => isHelperTarget(world, target));
  const lands = new Set(cities.map(({ tile }) => landOf(world, tile)));
  const projects = new Map<number, WonderProject>();
  for (const land of lands) {
    const there = cities.filter(({ tile }) => landOf(world, tile) === land);
    const ofLand = helpers.filter(({ tile }) => landOf(world, tile) === land);
    if (ofLand.length === 0 && (there.length < 2 || !there.some(canBuildHelpers))) continue;
    const project = projectOf(situation, there, ofLand);
    if (project !== undefined) projects.set(land, project);
  }
  return projects;
}

/** The number of a land mass, or of an ocean as a negative number. */
export function landOf(world: World, tile: number): number {
  return knownTile(world, tile)?.continent ?? 0;
}

function shieldsOf(world: World, { type }: Unit): number {
  const thing = world.ruleset.unitTypes.get(type);
  return thing === undefined ? 0 : buildCost(world, { kind: 'VUT_UTYPE', value: type, thing });
}

function projectOf(
  situation: Situation,
  cities: readonly City[],
  helpers: readonly Unit[],
): WonderProject | undefined {
  const { world } = situation;
  const waiting = helpers.reduce((sum, unit) => sum + shieldsOf(world, unit), 0);
  const all = wonderTargets(situation);
  const chosen = wonderCityOf(world, cities, all);
  if (chosen === undefined) return undefined;
  const wonders = all.filter((target) => isOpenTo(world, chosen, target));
  const missing = (target: WonderTarget) =>
    Math.max(0, buildCost(world, target) - stockOf(world, chosen, target));
  if (wonders.length === 0) return undefined;
  // The stock goes into one wonder only.
  const stock = Math.max(...wonders.map((target) => stockOf(world, chosen, target)));
  const others = cities.filter((city) => city !== chosen).reduce((sum, city) => sum + shieldsATurn(city), 0);
  const rate = shieldsATurn(chosen) + SHARE_OF_OTHERS * others;
  const present = wonders.find(({ value }) => isUnderWay(world, chosen, value));
  const next = present === undefined ? Math.min(...wonders.map(missing)) : missing(present);
  return {
    city: chosen,
    present,
    rate,
    waiting,
    coming: helpers.flatMap((unit) => comingHelp(world, chosen, unit) ?? []),
    turns: Math.max(1, Math.ceil((next - waiting) / Math.max(1, rate))),
    wanted: wonders.reduce((sum, target) => sum + buildCost(world, target), 0) - stock - waiting,
    cost: Math.min(...wonders.map((target) => buildCost(world, target))),
  };
}

/** The help of a unit that is at the city or on its way there; undefined for any other. */
function comingHelp(world: World, city: City, unit: Unit): ComingHelp | undefined {
  const shields = shieldsOf(world, unit);
  const ends = adjacentTiles(world.map, city.tile);
  const { hasOrders = false, gotoTile = -1, movesleft: movesLeft = 0 } = unit.detail ?? {};
  if (!ends.includes(hasOrders ? gotoTile : unit.tile)) return undefined;
  if (ends.includes(unit.tile)) return { shields, turns: turnsUntilAct({ turns: 0, movesLeft }) };
  const reached = turnsToReach(world, unit, WAY, new Set(ends));
  const turns = Math.min(...ends.map((tile) => reached.get(tile) ?? Number.POSITIVE_INFINITY));
  return Number.isFinite(turns) ? { shields, turns } : undefined;
}

/** The great wonders that the nation could build and units may help with. */
function wonderTargets({ world, me }: Situation): readonly WonderTarget[] {
  return allTargets(world).filter(
    (target): target is WonderTarget =>
      target.kind === 'VUT_IMPROVEMENT' &&
      isGreatWonder(target.thing) &&
      canPlayerBuildImprovement(world, me, target.thing) === true &&
      takesCaravanShields(world, target),
  );
}

/** The city that is furthest with a wonder; else the one with the most shields a turn that could build one. */
function wonderCityOf(
  world: World,
  cities: readonly City[],
  wonders: readonly WonderTarget[],
): City | undefined {
  const under = cities.filter((city) => wonders.some(({ value }) => isUnderWay(world, city, value)));
  const [furthest] = under.toSorted((a, b) => shieldStock(b) - shieldStock(a) || a.id - b.id);
  if (furthest !== undefined) return furthest;
  const able = cities.filter((city) => wonders.some((target) => isOpenTo(world, city, target)));
  const [strongest] = able.toSorted((a, b) => shieldsATurn(b) - shieldsATurn(a) || a.id - b.id);
  return strongest;
}

function isUnderWay(world: World, city: City, wonder: number): boolean {
  const made = productionOf(world, city);
  return made?.kind === 'VUT_IMPROVEMENT' && made.value === wonder;
}

function isOpenTo(world: World, city: City, { thing }: WonderTarget): boolean {
  return canCityBuildImprovement(world, city, thing) === true;
}

function shieldStock({ detail }: City): number {
  return detail?.shieldStock ?? 0;
}
