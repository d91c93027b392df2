import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { canExistAt, type UnitType } from './nativity.js';
import { canSurviveHere, isSpared } from './survival.js';
import { cityAt, terrainOf } from './tiles.js';
import type { Truth } from './truth.js';

/** Whether a unit may dig in where it stands, as the server decides it. */
export function canFortify(world: World, unit: Unit): boolean {
  const type = typeOf(world, unit);
  const unitClass = type && world.ruleset.unitClasses.get(type.unitClassId);
  if (unitClass?.flags.has('UCF_CAN_FORTIFY') !== true || type?.flags.has('UTYF_CANT_FORTIFY')) return false;
  if (unit.activity === 'ACTIVITY_FORTIFIED') return false;
  const inCity = cityAt(world, unit.tile) !== undefined;
  return inCity || !terrainOf(world, unit.tile)?.flags.has('TER_NO_FORTIFY');
}

/** Whether a unit may explore by itself: not what must come back for fuel or health. */
export function canExplore(world: World, unit: Unit): Truth {
  const type = typeOf(world, unit);
  return type?.fuel === 0 && isSpared(world, unit, type);
}

/** Whether a unit may wait where it is: not where it would drown, fall down or bleed to death. */
export function canSentry(world: World, unit: Unit): Truth {
  const type = typeOf(world, unit);
  return type !== undefined && (unit.transportedBy !== undefined || canSurviveHere(world, unit, type));
}

/** Whether a unit may be left to work the land by itself. */
export function canAutoWork(world: World, unit: Unit): boolean {
  return typeOf(world, unit)?.flags.has('UTYF_SETTLERS') === true;
}

/** The type a unit could be converted to; undefined when it cannot. */
export function convertedType(world: World, unit: Unit): UnitType | undefined {
  const type = typeOf(world, unit);
  const becomes = type && world.ruleset.unitTypes.get(type.convertedTo);
  if (becomes === undefined) return undefined;
  const stays = unit.transportedBy !== undefined || canExistAt(world, becomes, unit.tile) === true;
  return stays ? becomes : undefined;
}

export function typeOf(world: World, unit: Unit): UnitType | undefined {
  return world.ruleset.unitTypes.get(unit.type);
}

/** Unarmed and at home in any terrain: a unit there to look around. */
export function isScout(world: World, unit: Unit): boolean {
  const flags = typeOf(world, unit)?.flags;
  return flags?.has('UTYF_CIVILIAN') === true && flags.has('UTYF_IGTER');
}
