import { withBit } from '../../../proxy/freeciv/value-codecs.js';
import { isCapital, supportedUnits } from '../../../proxy/rules/cities/realm.js';
import { stepsFrom } from '../../../proxy/rules/lookup/adjacency.js';
import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { supposeCity } from '../../../proxy/rules/lookup/supposed-world.js';
import { terrainOf } from '../../../proxy/rules/lookup/tiles.js';
import { buildCost } from '../../../proxy/rules/production/build-costs.js';
import type { Target } from '../../../proxy/rules/production/target.js';
import { buildingHasEffect, effectValue } from '../../../proxy/rules/requirements/effects.js';
import { cityContext } from '../../../proxy/rules/requirements/requirement.js';
import { holdingStrength, isDefenderType, unitTypeOf } from '../../../proxy/rules/units/unit-type.js';
import { cityView } from '../../../proxy/views/entities/city-view.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { defendersOf, type Situation } from '../situation.js';
import type { BuildOption } from './build-options.js';
import {
  BRIEF_TURNS,
  isBuilding,
  MAX_BUILD_TURNS,
  type NationNeeds,
  type ProductionChoice,
} from './nation-needs.js';

/** Cities may stay undefended until this turn. */
const QUIET_TURNS = 20;
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
/**
 * The chance that a weakly held city on the coast is lost in a turn to barbarians or enemies that land, by the quieter of two games: 3
 * of 40 cities in 35 turns; in the other 37 of 43 were lost in 80.
 */
const LANDING_CHANCE = 0.0025;
/** Cities are taken to be lost this many times as often while barbarians hold a city: they build units there. */
const SIEGE_FACTOR = 3;
/** Units of a city that an enemy is near to. A game is long while more than `MIN_TURNS_HELD` turns are left. */
const MAX_GUARDS = { short: 2, long: 4 } as const;
const MIN_TURNS_HELD = 40;
/** A lost city counts for its citizens, and for so many that would come. */
const COMING_CITIZENS = 2;
/** Turns after which another danger counts. */
const MAX_GUARD_TURNS = 60;

/** The strongest guard where an enemy is near and fewer than `MAX_GUARDS` units stand, walls before the third; the cheapest where no unit stands. */
export function guardChoice(
  situation: Situation,
  city: City,
  { endangered }: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  const held = defendersOf(situation, city).length;
  const guards = options
    .flatMap(({ target, turns }) => (target.kind === 'VUT_UTYPE' ? [{ target, turns }] : []))
    .filter(({ target }) => isDefenderType(target.thing));
  const ofCapital = capitalDefence(situation, city, guards, options);
  if (endangered.has(city.id)) {
    const [best] = guards.toSorted((a, b) => defense(b) - defense(a) || a.turns - b.turns);
    const { world } = situation;
    if (best === undefined || held >= (isLong(world) ? MAX_GUARDS.long : MAX_GUARDS.short)) return ofCapital;
    const walls = held < MAX_GUARDS.short ? undefined : wallsAmong(world, city, best.target.value, options);
    return { ...(walls ?? best), ...GUARD, isFirst: true, why: ENEMY_IS_NEAR, points: DANGER_POINTS };
  }
  return ofCapital ?? quietGuard(situation, city, guards);
}

/** A guard for a city without an enemy near: the cheapest where no unit stands, a strong one on the coast when barbarians may land. */
function quietGuard(
  situation: Situation,
  city: City,
  guards: readonly Guard[],
): ProductionChoice | undefined {
  const { world } = situation;
  if (turnOf(world) <= QUIET_TURNS || !hasFreeUpkeep(world, city)) return undefined;
  const isOpen = defendersOf(situation, city).length === 0;
  const strong =
    isQuiet(world) || !isOnCoast(world, city) ? undefined : missingGuard(situation, city, guards);
  const [cheapest] = guards.toSorted((a, b) => buildCost(world, a.target) - buildCost(world, b.target));
  const isBegun = isOpen && cheapest !== undefined && isBuilding(city, cheapest.target);
  const guard = isBegun ? cheapest : (strong ?? (isOpen ? cheapest : undefined));
  const isBusy = (cityView(world, city).production_turns ?? MAX_BUILD_TURNS) <= BRIEF_TURNS;
  if (guard === undefined || (isBusy && !isBuilding(city, guard.target))) return undefined;
  const landing = strong === undefined ? 0 : landingPoints(situation, city);
  return isOpen
    ? { ...guard, ...GUARD, why: 'it has no defender', points: Math.max(landing, openPoints(world)) }
    : { ...guard, ...GUARD, why: 'it is weakly held against landings', points: landing };
}

/** The strongest guard where none of the city is strong beside it; undefined where one is, or no strong one can be built. */
function missingGuard(situation: Situation, city: City, guards: readonly Guard[]): Guard | undefined {
  const [best] = guards.toSorted((a, b) => defense(b) - defense(a) || a.turns - b.turns);
  if (best === undefined || defense(best) < MIN_CAPITAL_DEFENSE) return undefined;
  return strongGuards(situation, city, best).length > 0 ? undefined : best;
}

/** The points at stake in a weakly held city on the coast, times the chance that it is lost. */
function landingPoints({ world }: Situation, city: City): number {
  const turns = Math.min(MAX_GUARD_TURNS, turnsLeft(world));
  const isBesieged =
    isLong(world) && [...world.cities.values()].some(({ owner }) => isBarbarian(world, owner));
  return (city.size + COMING_CITIZENS) * turns * LANDING_CHANCE * (isBesieged ? SIEGE_FACTOR : 1);
}

/** Whether cities are held for long enough that walls and more than two guards pay. */
function isLong(world: World): boolean {
  return turnsLeft(world) > MIN_TURNS_HELD;
}

function isBarbarian({ players }: World, player: number): boolean {
  const { barbarianType = 'NOT_A_BARBARIAN' } = players.get(player) ?? {};
  return barbarianType !== 'NOT_A_BARBARIAN';
}

/** Units in a city that hold it well: not much weaker than the best guard that can be built. */
function strongGuards(situation: Situation, city: City, best: Guard): readonly Unit[] {
  const { world } = situation;
  return defendersOf(situation, city).filter((unit) => {
    const type = unitTypeOf(world, unit);
    if (type === undefined || type.defenseStrength < MIN_CAPITAL_DEFENSE) return false;
    return holdingStrength(type) >= STRONG_SHARE * holdingStrength(best.target.thing);
  });
}

function isOnCoast(world: World, { tile }: City): boolean {
  return stepsFrom(world.map, tile).some((step) => terrainOf(world, step.tile)?.tclass === 'TC_OCEAN');
}

/**
 * Walls, or one more strong defender, for a capital that has few when barbarians may land, because half of the nation may be lost with it. While
 * there is a spaceship, the capital needs more of them, also before barbarians may land.
 */
function capitalDefence(
  situation: Situation,
  city: City,
  guards: readonly Guard[],
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  const { world } = situation;
  const hasShip = (world.spaceships.get(city.owner)?.sshipState ?? 'SSHIP_NONE') !== 'SSHIP_NONE';
  if ((isQuiet(world) && !hasShip) || !isCapital(world, city)) return undefined;
  const [best] = guards.toSorted((a, b) => defense(b) - defense(a) || a.turns - b.turns);
  if (best === undefined) return undefined;
  const strong = strongGuards(situation, city, best);
  const isStronger = defense(best) >= MIN_CAPITAL_DEFENSE;
  const wanted = hasShip ? CAPITAL_GUARDS_WITH_SHIP : CAPITAL_GUARDS;
  const walls = strong.length === 0 ? undefined : wallsAmong(world, city, best.target.value, options);
  if (walls === undefined && (!isStronger || strong.length >= wanted)) return undefined;
  const ofScore = CAPITAL_SHARE * (situation.player?.score ?? 0);
  const points = Math.max(hasShip ? CAPITAL_POINTS_WITH_SHIP : CAPITAL_POINTS, ofScore);
  const why = hasShip ? 'the spaceship is lost with the capital' : 'the capital is weakly held';
  return { ...(walls ?? best), ...GUARD, isFirst: true, why, points };
}

/** The building that defends a city better against units of a type (`EFT_DEFEND_BONUS`); undefined where there is none to build. */
function wallsAmong(
  world: World,
  city: City,
  unitType: number,
  options: readonly BuildOption[],
): BuildOption | undefined {
  const bonus = (supposed: World, improvements: City['improvements']) =>
    effectValue(supposed, 'EFT_DEFEND_BONUS', { ...cityContext({ ...city, improvements }), unitType });
  const now = bonus(world, city.improvements);
  return options.find(({ target: { kind, value, thing } }) => {
    if (kind !== 'VUT_IMPROVEMENT' || thing.genus !== 'IG_IMPROVEMENT') return false;
    if (!buildingHasEffect(world, value, 'EFT_DEFEND_BONUS')) return false;
    const built = { ...city, improvements: withBit(city.improvements, value, true) };
    return bonus(supposeCity(world, built), built.improvements) > now;
  });
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
