import { memo } from '#shared/core/memo.js';
import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { tilesWithin } from '../lookup/adjacency.js';
import type { UnitType } from '../lookup/nativity.js';
import { outputs } from '../lookup/outputs.js';
import { areAllied } from '../lookup/players.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, type Extra, hasExtra, knownTile, unitsOn } from '../lookup/tiles.js';
import { keepable } from '../requirements/effect-inputs.js';
import { effectValue } from '../requirements/effects.js';
import { type NationEffects, nationEffects } from '../requirements/nation-effects.js';
import { canTypeDo } from '../units/action-enablers.js';
import { isMilitaryType, unitTypeOf } from '../units/unit-type.js';
import { type CityEffects, cityEffects } from './city-effects.js';

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

/** Whether the effects that decide what units cost a nation depend on the nation alone. */
const canBeKept = keepable(['EFT_FANATICS', 'EFT_UPKEEP_FACTOR', 'EFT_SHIELD2GOLD_FACTOR']);

/** By the number of a unit type: what it costs each turn, by output number. */
type UpkeepOfTypes = Map<number, readonly number[]>;

const upkeepOf = memo((_: NationEffects): UpkeepOfTypes => new Map());

/** What unit types cost cities of a player, kept while nothing that it depends on has changed. */
function upkeepOfTypes(world: World, player: number): UpkeepOfTypes {
  const nation = nationEffects(world, player);
  return nation === undefined || !canBeKept(world.ruleset) ? new Map() : upkeepOf(nation);
}

/** What the units of a city cost it each turn, by output number, free units taken off (`city_units_upkeep`). */
export function unitUpkeep(
  world: World,
  city: City,
  units: readonly Unit[],
  { freeUpkeep }: CityEffects = cityEffects(world, city),
): number[] {
  const costs = freeUpkeep.map((free) => -free);
  const known = upkeepOfTypes(world, city.owner);
  for (const { type: id } of units) {
    const type = world.ruleset.unitTypes.get(id);
    if (type === undefined) continue;
    let ofType = known.get(id);
    if (ofType === undefined) {
      ofType = freeUpkeep.map((_, output) => unitTypeUpkeep(world, city.owner, type, output));
      known.set(id, ofType);
    }
    for (const [output, cost] of ofType.entries()) costs[output] = (costs[output] ?? 0) + cost;
  }
  return costs.map((cost) => Math.max(0, cost));
}

/** What a city costs each turn. */
export interface CitySupport {
  /** What it spends itself, by output number. */
  readonly usage: readonly number[];
  /** Gold that the nation pays for its units and buildings. */
  readonly nationUpkeep: number;
}

/** The upkeep of a city each turn: food, units, buildings (`city_support`). `gold_upkeep_style`: who pays the gold. */
export function citySupport(
  world: World,
  city: City,
  effects: CityEffects,
  units: readonly Unit[],
): CitySupport {
  const style = world.game?.goldUpkeepStyle;
  const usage = unitUpkeep(world, city, units, effects);
  const forUnits = usage[outputs.gold] ?? 0;
  const forBuildings = effects.buildingUpkeep;
  const ownUnits = style === 'GOLD_UPKEEP_CITY' ? forUnits : 0;
  const ownBuildings = style === 'GOLD_UPKEEP_NATION' ? 0 : forBuildings;
  usage[outputs.gold] = ownUnits + ownBuildings;
  usage[outputs.food] = (usage[outputs.food] ?? 0) + (world.game?.foodCost ?? 0) * city.size;
  return { usage, nationUpkeep: forUnits + forBuildings - ownUnits - ownBuildings };
}

/** Citizens that martial law makes content: by own military units in the city, as far as the government allows. */
export function martialLaw(
  world: World,
  city: City,
  { martialLaw: { each, most } }: CityEffects = cityEffects(world, city),
): number {
  if (each <= 0) return 0;
  const soldiers = soldiersIn(world, city);
  return each * (most === 0 ? soldiers : Math.min(most, soldiers));
}

/** The number of own military units in a city. */
export function soldiersIn(world: World, { tile, owner }: City): number {
  return unitsOn(world, tile).filter((unit) => {
    const type = unitTypeOf(world, unit);
    return unit.owner === owner && type !== undefined && isMilitaryType(type);
  }).length;
}

/** Citizens that aggressive units of a city make unhappy (`city_unit_unhappiness`), those of `EFT_MAKE_CONTENT_MIL` taken off. */
export function unhappinessByUnits(
  world: World,
  city: City,
  units: readonly Unit[],
  { militaryRelief: relief }: CityEffects = cityEffects(world, city),
): number {
  const factor = effectValue(world, 'EFT_UNHAPPY_FACTOR', { player: city.owner });
  if (factor <= 0) return 0;
  let sum = 0;
  for (const unit of units) {
    const cost = (world.ruleset.unitTypes.get(unit.type)?.happyCost ?? 0) * factor;
    if (cost > relief.each && upsets(world, unit)) sum += cost - relief.each;
  }
  return Math.max(0, sum - relief.all);
}

/** Whether a unit makes citizens of its home city unhappy by where it is (`unit_being_aggressive`, `UTYF_FIELDUNIT`). */
export function upsets(world: World, unit: Unit): boolean {
  const type = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined || type.happyCost === 0) return false;
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
