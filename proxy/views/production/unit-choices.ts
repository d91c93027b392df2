import { turnsToSpare } from '../../rules/cities/growth.js';
import { isCapital, supportedUnits } from '../../rules/cities/realm.js';
import { outputs } from '../../rules/lookup/outputs.js';
import { SCORE_POINTS } from '../../rules/players/output-worth.js';
import { buildCost, popCostOf } from '../../rules/production/build-costs.js';
import type { Target } from '../../rules/production/target.js';
import { effectValue } from '../../rules/requirements/effects.js';
import { cityContext } from '../../rules/requirements/requirement.js';
import { canTypeDo, isWorkerType } from '../../rules/units/action-enablers.js';
import { holdingStrength, isDefenderType, unitTypeOf } from '../../rules/units/unit-type.js';
import type { City } from '../../world/city.js';
import { nameText } from '../../world/name-text.js';
import { turnOf, type World } from '../../world/world.js';
import { cityView } from '../entities/city-view.js';
import type { Site } from '../settling/settling.js';
import { defendersOf, type Situation } from '../situation.js';
import { countText, positionText } from '../text-parts.js';
import type { BuildOption } from './build-options.js';
import {
  BRIEF_TURNS,
  isBuilding,
  MAX_BUILD_TURNS,
  type NationNeeds,
  type ProductionChoice,
} from './nation-needs.js';
import { isHelperTarget, landOf } from './wonder-help.js';

/** Cities may stay undefended until this turn. */
const QUIET_TURNS = 20;
/** Settlers that are ready later are thought of later. */
const LONGEST_WAIT_FOR_SETTLERS = MAX_BUILD_TURNS / 2;
/** Why a city in danger builds a guard. */
export const ENEMY_IS_NEAR = 'an enemy is near';
const GUARD = { soonest: 1, isDefence: true } as const;
/** Points for a guard of a city in danger, and for one of an open city before and after barbarians may land. */
const DANGER_POINTS = 50;
const OPEN_POINTS = { quiet: 0.3, barbarians: 1 } as const;
/** Strong defenders that the capital should have. One is strong from this share of the best type's strength on. */
const CAPITAL_GUARDS = 2;
const STRONG_SHARE = 0.6;
/** The same while there is a spaceship, which is lost with the capital. */
const CAPITAL_GUARDS_WITH_SHIP = 4;
/** A strong defender has at least this defence, more than the first units. */
const MIN_CAPITAL_DEFENSE = 2;
/** Points for a guard of the capital, at least this share of the nation's score: the nation is rarely in danger, but all of it. */
const CAPITAL_POINTS = 6;
const CAPITAL_SHARE = 0.05;
const CAPITAL_POINTS_WITH_SHIP = 25;
/** Cities prepare this many turns before barbarians may land. */
const PREPARATION_TURNS = 10;
/** Points for workers that work this many turns, and the fewest turns in which their work pays. */
const WORKERS_POINTS = 3;
const WORKERS_TURNS = 40;
const MIN_WORKERS_TURNS = 15;
/** The beginning of the reason for more workers; their number and that of the cities follow it. */
export const WORKERS_WANTED = 'there are few workers';
/** Points for what a new city makes, by the worth that sites are compared by: three for a food, two for a shield. */
const POINTS_PER_SITE_WORTH = 1 / 55;
/** Points of a citizen that leaves with a unit: its worth and what it would have made. */
const CITIZEN_POINTS = 1.5;

/** A helper is not sent further, in tiles. */
const MAX_AWAY = 15;
/** The part of the points of a wonder that its helpers are worth: some are lost, or come too late. */
const HELPERS_SHARE = 0.9;

/** The strongest where an enemy is near and fewer than two stand; the cheapest where no unit stands. */
export function guardChoice(
  situation: Situation,
  city: City,
  { endangered }: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  const { world } = situation;
  const held = defendersOf(situation, city).length;
  const guards = options
    .flatMap(({ target, turns }) => (target.kind === 'VUT_UTYPE' ? [{ target, turns }] : []))
    .filter(({ target }) => isDefenderType(target.thing));
  const ofCapital = capitalGuard(situation, city, guards);
  if (endangered.has(city.id)) {
    const [best] = guards.toSorted((a, b) => defense(b) - defense(a) || a.turns - b.turns);
    return held > 1 || best === undefined
      ? ofCapital
      : { ...best, ...GUARD, isFirst: true, why: ENEMY_IS_NEAR, points: DANGER_POINTS };
  }
  if (ofCapital !== undefined) return ofCapital;
  if (held > 0 || turnOf(world) <= QUIET_TURNS || !hasFreeUpkeep(world, city)) return undefined;
  const [cheapest] = guards.toSorted((a, b) => buildCost(world, a.target) - buildCost(world, b.target));
  const isBusy = (cityView(world, city).production_turns ?? MAX_BUILD_TURNS) <= BRIEF_TURNS;
  if (cheapest === undefined || (isBusy && !isBuilding(city, cheapest.target))) return undefined;
  return { ...cheapest, ...GUARD, why: 'it has no defender', points: openPoints(world) };
}

/**
 * One more strong defender for a capital that has few when barbarians may land, because half of the nation may be lost with it. While
 * there is a spaceship, the capital needs more of them, also before barbarians may land.
 */
function capitalGuard(
  situation: Situation,
  city: City,
  guards: readonly Guard[],
): ProductionChoice | undefined {
  const { world } = situation;
  const hasShip = (world.spaceships.get(city.owner)?.sshipState ?? 'SSHIP_NONE') !== 'SSHIP_NONE';
  if ((isQuiet(world) && !hasShip) || !isCapital(world, city)) return undefined;
  const [best] = guards.toSorted((a, b) => defense(b) - defense(a) || a.turns - b.turns);
  if (best === undefined) return undefined;
  const strong = defendersOf(situation, city).filter((unit) => {
    const type = unitTypeOf(world, unit);
    if (type === undefined || type.defenseStrength < MIN_CAPITAL_DEFENSE) return false;
    return holdingStrength(type) >= STRONG_SHARE * holdingStrength(best.target.thing);
  });
  const isStronger = defense(best) >= MIN_CAPITAL_DEFENSE;
  const wanted = hasShip ? CAPITAL_GUARDS_WITH_SHIP : CAPITAL_GUARDS;
  if (!isStronger || strong.length >= wanted) return undefined;
  const ofScore = CAPITAL_SHARE * (situation.player?.score ?? 0);
  const points = Math.max(hasShip ? CAPITAL_POINTS_WITH_SHIP : CAPITAL_POINTS, ofScore);
  const why = hasShip ? 'the spaceship is lost with the capital' : 'the capital is weakly held';
  return { ...best, ...GUARD, isFirst: true, why, points };
}

/** Whether barbarians do not land yet, nor soon (setting `onsetbarbs`). */
function isQuiet(world: World): boolean {
  const onset = world.settings.get('onsetbarbs');
  return typeof onset === 'number' && turnOf(world) < onset - PREPARATION_TURNS;
}

/** The worth of a guard before any threat. */
function openPoints(world: World): number {
  return isQuiet(world) ? OPEN_POINTS.quiet : OPEN_POINTS.barbarians;
}

/** Whether one more unit of a city costs it no shields (`EFT_UNIT_UPKEEP_FREE_PER_CITY`). */
function hasFreeUpkeep(world: World, city: City): boolean {
  const context = { ...cityContext(city), output: outputs.shields };
  const free = effectValue(world, 'EFT_UNIT_UPKEEP_FREE_PER_CITY', context);
  const paid = supportedUnits(world, city).filter(
    ({ type }) => (world.ruleset.unitTypes.get(type)?.upkeep[outputs.shields] ?? 0) > 0,
  );
  return paid.length < free;
}

type Guard = BuildOption & { readonly target: { readonly thing: UnitType } };
type UnitType = Extract<Target, { kind: 'VUT_UTYPE' }>['thing'];

function defense({ target }: { readonly target: { readonly thing: UnitType } }): number {
  return target.thing.defenseStrength;
}

/** Units to found cities with, those that are ready too late left out. */
function foundersAmong(world: World, options: readonly BuildOption[]): readonly BuildOption[] {
  return options.filter(
    ({ target, turns }) =>
      turns <= LONGEST_WAIT_FOR_SETTLERS &&
      target.kind === 'VUT_UTYPE' &&
      canTypeDo(world, target.thing, 'ACTION_FOUND_CITY'),
  );
}

/** For the site that is worth most to this city, on its land. The points count the way there, not the wait for citizens. */
export function settlersChoice(
  { world }: Situation,
  city: City,
  { sites, turnsAhead }: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  const [founder] = foundersAmong(world, options).toSorted((a, b) => a.turns - b.turns);
  if (founder === undefined) return undefined;
  const { target, turns } = founder;
  const leaving = popCostOf(world, city, target);
  const land = landOf(world, city.tile);
  const [best] = sites
    .filter(({ tile }) => landOf(world, tile) === land)
    .map((site) => {
      const away = Math.max(site.distance, world.map.distance(city.tile, site.tile));
      return { site, points: settlersPoints(leaving, site, turnsAhead - turns - away) };
    })
    .toSorted((a, b) => b.points - a.points);
  if (best === undefined || best.points <= 0) return undefined;
  const { site, points } = best;
  return {
    ...{ target, turns, points, site },
    soonest: turnsToSpare(world, city, leaving) ?? turns,
    // The citizens of the new city, less those that leave for it.
    counted: Math.max(0, site.city.size - leaving),
    why: `room for a city at ${positionText(world, site.tile)}`,
  };
}

/** The gain of a city on a site that lives for this many turns, less the citizens that leave for it. */
function settlersPoints(leaving: number, { city }: Site, lived: number): number {
  if (lived <= 0) return 0;
  const known = city.worthAfter.length - 1;
  const last = city.worthAfter[known] ?? 0;
  const each = last - (city.worthAfter[known - 1] ?? 0);
  const worth = (city.worthAfter[Math.min(lived, known)] ?? 0) + Math.max(0, lived - known) * each;
  return 1 + worth * POINTS_PER_SITE_WORTH - CITIZEN_POINTS * leaving;
}

/** Units that work the land: one for some cities. */
export function workersChoice(
  situation: Situation,
  { workers, turnsAhead }: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  if (workers <= 0) return undefined;
  const [best] = options
    .filter(({ target }) => target.kind === 'VUT_UTYPE' && isWorkerType(situation.world, target.value))
    .toSorted((a, b) => a.turns - b.turns);
  const worked = turnsAhead - (best?.turns ?? turnsAhead);
  if (best === undefined || worked < MIN_WORKERS_TURNS) return undefined;
  const { units, cities } = situation;
  const there = units.filter((unit) => isWorkerType(situation.world, unit.type)).length;
  const why = `${WORKERS_WANTED}: ${there} for ${countText(cities.length, 'city', 'cities')}`;
  return { ...best, soonest: 1, why, points: WORKERS_POINTS * Math.min(1, worked / WORKERS_TURNS) };
}

/** A unit whose shields go into a wonder of another city. */
export function helperChoice(
  { world }: Situation,
  city: City,
  { projects, turnsAhead }: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  const project = projects.get(landOf(world, city.tile));
  if (project === undefined || project.city === city || project.wanted <= 0 || project.turns > turnsAhead)
    return undefined;
  const away = world.map.distance(city.tile, project.city.tile);
  const [best] = options
    .filter(({ target }) => isHelperTarget(world, target))
    .toSorted((a, b) => a.turns - b.turns);
  if (best === undefined || away > MAX_AWAY || best.turns + away >= turnsAhead) return undefined;
  const share = Math.min(buildCost(world, best.target), project.wanted) / project.cost;
  const why = `its shields go into a wonder in ${nameText(project.city.name)}`;
  return { ...best, soonest: 1, why, points: HELPERS_SHARE * SCORE_POINTS.wonder * share };
}
