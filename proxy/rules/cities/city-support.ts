import { hasBit } from '../../freeciv/value-codecs.js';
import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { tilesWithin } from '../lookup/adjacency.js';
import { isWonder } from '../lookup/cities.js';
import type { UnitType } from '../lookup/nativity.js';
import { OUTPUT_COUNT, outputs } from '../lookup/outputs.js';
import { areAllied } from '../lookup/players.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, type Extra, hasExtra, knownTile, unitsOn } from '../lookup/tiles.js';
import { effectValue } from '../requirements/effects.js';
import { cityContext } from '../requirements/requirement.js';
import { canTypeDo } from '../units/action-enablers.js';
import { isMilitaryType, unitTypeOf } from '../units/unit-type.js';

/** What a unit type costs its city each turn of one output, before free units (`utype_upkeep_cost`). */
function unitTypeUpkeep(world: World, player: number, type: UnitType, output: number): number {
  const cost = upkeepBeforeFactor(world, player, type, output);
  if (cost === 0) return 0;
  if (type.flags.has('UTYF_FANATIC') && effectValue(world, 'EFT_FANATICS', { player }) > 0) return 0;
  return cost * effectValue(world, 'EFT_UPKEEP_FACTOR', { player, unitType: type.id, output });
}

/** Shields become gold where the nation pays in gold (`EFT_SHIELD2GOLD_FACTOR`). */
function upkeepBeforeFactor(world: World, player: number, { upkeep }: UnitType, output: number): number {
  const cost = upkeep[output] ?? 0;
  const ofShields = upkeep[outputs.shields] ?? 0;
  const mayBePaidInGold = output === outputs.shields || output === outputs.gold;
  if (!mayBePaidInGold || (cost === 0 && ofShields === 0)) return cost;
  const inGold = effectValue(world, 'EFT_SHIELD2GOLD_FACTOR', { player });
  if (inGold <= 0) return cost;
  return output === outputs.shields ? 0 : Math.ceil((inGold * ofShields) / 100);
}

/** What the units of a city cost it each turn, by output number, free units taken off (`city_units_upkeep`). */
export function unitUpkeep(world: World, city: City, units: readonly Unit[]): number[] {
  const counts = new Map<number, number>();
  for (const { type } of units) counts.set(type, (counts.get(type) ?? 0) + 1);
  return Array.from({ length: OUTPUT_COUNT }, (_, output) => {
    const free = effectValue(world, 'EFT_UNIT_UPKEEP_FREE_PER_CITY', { ...cityContext(city), output });
    let cost = 0;
    for (const [id, count] of counts) {
      const type = world.ruleset.unitTypes.get(id);
      if (type !== undefined) cost += count * unitTypeUpkeep(world, city.owner, type, output);
    }
    return Math.max(0, cost - free);
  });
}

/** Gold a turn for a city's buildings without wonders (`city_total_impr_gold_upkeep`, `EFT_UPKEEP_FREE`), whether the city or the nation pays. */
export function buildingUpkeep(world: World, city: City): number {
  let sum = 0;
  for (const building of world.ruleset.improvements.values()) {
    if (building.upkeep === 0 || isWonder(building) || !hasBit(city.improvements, building.id)) continue;
    const free = effectValue(world, 'EFT_UPKEEP_FREE', { building: building.id, ...cityContext(city) });
    if (building.upkeep > free) sum += building.upkeep;
  }
  return sum;
}

/** What a city costs each turn. */
export interface CitySupport {
  /** What it spends itself, by output number. */
  readonly usage: readonly number[];
  /** Gold that the nation pays for its units and buildings. */
  readonly nationUpkeep: number;
}

/** The upkeep of a city each turn: food, units, buildings (`city_support`). `gold_upkeep_style`: who pays the gold. */
export function citySupport(world: World, city: City, units: readonly Unit[]): CitySupport {
  const style = world.game?.goldUpkeepStyle;
  const usage = unitUpkeep(world, city, units);
  const forUnits = usage[outputs.gold] ?? 0;
  const forBuildings = buildingUpkeep(world, city);
  const ownUnits = style === 'GOLD_UPKEEP_CITY' ? forUnits : 0;
  const ownBuildings = style === 'GOLD_UPKEEP_NATION' ? 0 : forBuildings;
  usage[outputs.gold] = ownUnits + ownBuildings;
  usage[outputs.food] = (usage[outputs.food] ?? 0) + (world.game?.foodCost ?? 0) * city.size;
  return { usage, nationUpkeep: forUnits + forBuildings - ownUnits - ownBuildings };
}

/** Citizens that martial law makes content: by own military units in the city, as far as the government allows. */
export function martialLaw(world: World, city: City): number {
  const each = effectValue(world, 'EFT_MARTIAL_LAW_EACH', cityContext(city));
  if (each <= 0) return 0;
  const most = effectValue(world, 'EFT_MARTIAL_LAW_MAX', cityContext(city));
  const soldiers = unitsOn(world, city.tile).filter(
    (unit) => unit.owner === city.owner && isMilitary(world, unit),
  ).length;
  return each * (most === 0 ? soldiers : Math.min(most, soldiers));
}

function isMilitary(world: World, unit: Unit): boolean {
  const type = unitTypeOf(world, unit);
  return type !== undefined && isMilitaryType(type);
}

/** Citizens that aggressive units of a city make unhappy (`city_unit_unhappiness`), those of `EFT_MAKE_CONTENT_MIL` taken off. */
export function unhappinessByUnits(world: World, city: City, units: readonly Unit[]): number {
  const factor = effectValue(world, 'EFT_UNHAPPY_FACTOR', { player: city.owner });
  if (factor <= 0) return 0;
  const relief = effectValue(world, 'EFT_MAKE_CONTENT_MIL_PER', cityContext(city));
  let sum = 0;
  for (const unit of units) {
    const cost = (world.ruleset.unitTypes.get(unit.type)?.happyCost ?? 0) * factor;
    if (cost > relief && upsets(world, unit)) sum += cost - relief;
  }
  return Math.max(0, sum - effectValue(world, 'EFT_MAKE_CONTENT_MIL', cityContext(city)));
}

/** Whether citizens at home mind where a unit is (`unit_being_aggressive`, `UTYF_FIELDUNIT`). */
function upsets(world: World, unit: Unit): boolean {
  const type = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined) return false;
  if (type.flags.has('UTYF_FIELDUNIT')) return true;
  if (type.attackStrength === 0 || !canTypeDo(world, type, 'ACTION_ATTACK')) return false;
  return cityAt(world, unit.tile) === undefined && !isAtHome(world, unit) && !isInFriendlyFort(world, unit);
}

/** Inside borders that count as home by the setting `happyborders`. */
function isAtHome(world: World, unit: Unit): boolean {
  const owner = knownTile(world, unit.tile)?.owner;
  if (world.game === undefined || owner === undefined || world.game.borders === 'BORDERS_DISABLED')
    return false;
  if (world.game.happyborders === 'HB_NATIONAL') return owner === unit.owner;
  return world.game.happyborders === 'HB_ALLIANCE' && areAllied(world, unit.owner, owner) === true;
}

/** By a flag of the extra in 3.1, by how near a city must be in 3.2. */
function isNotAggressive(extra: Extra | undefined): boolean {
  return extra?.flags.has('EF_NOT_AGGRESSIVE') === true || (extra?.noAggrNearCity ?? -1) >= 0;
}

/** Squared radius of the square of 3 tiles to each side: a fort inside it counts as near the city. */
const FORT_REACH_TILES = 3;

function isInFriendlyFort(world: World, unit: Unit): boolean {
  const tile = knownTile(world, unit.tile);
  if (tile === undefined) return false;
  const isFort = [...rulesetIndex(world.ruleset).bases].some(
    ([extra, base]) =>
      hasExtra(tile, extra) &&
      (base.flags.has('BF_NOT_AGGRESSIVE') || isNotAggressive(world.ruleset.extras.get(extra))),
  );
  if (!isFort) return false;
  return tilesWithin(world.map, unit.tile, 2 * FORT_REACH_TILES ** 2).some((near) => {
    const city = cityAt(world, near);
    return city !== undefined && areAllied(world, unit.owner, city.owner) === true;
  });
}
