import { hasBit } from '../../freeciv/value-codecs.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { canExistAt, isSafeCoast, type UnitType } from '../lookup/nativity.js';
import { cityAt, extrasOn, knownTile, terrainOf } from '../lookup/tiles.js';
import { allOf, type Tristate } from '../lookup/tristate.js';
import { effectTotal } from '../requirements/effects.js';
import { unitContext } from '../requirements/requirement.js';
import { isEnabledHere, knowsAction } from './action-enablers.js';
import { convertedType, unitTypeOf } from './unit-type.js';

/** Whether a unit can move now and has nothing to do: no activity, no orders, not automatic. */
export function isIdle({ detail, activity }: Unit): boolean {
  if (detail === undefined || activity !== 'ACTIVITY_IDLE') return false;
  return detail.movesleft > 0 && !detail.ai && !detail.hasOrders && !detail.doneMoving;
}

/** Whether a unit can stay (`can_unit_survive_at_tile`): native there, with fuel, without losing hit points. */
export function canSurviveHere(world: World, unit: Unit, type: UnitType): Tristate {
  const exists = canExistAt(world, type, unit.tile);
  if (exists === false || cityAt(world, unit.tile) !== undefined) return exists;
  if (isRefuelledHere(world, unit, type)) return exists;
  if (type.fuel > 0) return false;
  return allOf([exists, isSpared(world, unit, type)], (holds) => holds);
}

function isRefuelledHere(world: World, unit: Unit, type: UnitType): boolean {
  const tile = knownTile(world, unit.tile);
  const refills =
    tile !== undefined &&
    extrasOn(world, tile).some(
      (extra) => extra.flags.has('EF_REFUEL') && hasBit(extra.nativeTo, type.unitClassId),
    );
  return refills || (type.flags.has('UTYF_COAST') && isSafeCoast(world, unit.tile) === true);
}

/** Whether a unit loses no hit points at turn change (`hp_loss_pct` of its class against `EFT_UNIT_RECOVER`). */
function isSpared(world: World, unit: Unit, type: UnitType): Tristate {
  const { hpLossPct = 0 } = world.ruleset.unitClasses.get(type.unitClassId) ?? {};
  if (hpLossPct === 0) return true;
  const { value, certain } = effectTotal(world, 'EFT_UNIT_RECOVER', unitContext(world, unit));
  return certain ? value >= Math.trunc((type.hp * hpLossPct) / 100) : 'unknown';
}

/** Whether a unit can fortify where it stands (`can_unit_do_activity` with ACTIVITY_FORTIFYING). */
export function canFortify(world: World, unit: Unit): Tristate {
  if (knowsAction(world, 'ACTION_FORTIFY'))
    return unit.activity !== 'ACTIVITY_FORTIFIED' && isEnabledHere(world, unit, 'ACTION_FORTIFY');
  const type = unitTypeOf(world, unit);
  const unitClass = type && world.ruleset.unitClasses.get(type.unitClassId);
  if (unitClass?.flags.has('UCF_CAN_FORTIFY') !== true || type?.flags.has('UTYF_CANT_FORTIFY')) return false;
  if (unit.activity === 'ACTIVITY_FORTIFIED') return false;
  const inCity = cityAt(world, unit.tile) !== undefined;
  return inCity || !terrainOf(world, unit.tile)?.flags.has('TER_NO_FORTIFY');
}

/** Whether a unit can be converted to the other form of its type where it stands (ACTIVITY_CONVERT). */
export function canConvert(world: World, unit: Unit): Tristate {
  if (convertedType(world, unit) === undefined) return false;
  return !knowsAction(world, 'ACTION_CONVERT') || isEnabledHere(world, unit, 'ACTION_CONVERT');
}

/** Whether a unit may explore by itself: not what must come back for fuel or health. */
export function canExplore(world: World, unit: Unit): Tristate {
  const type = unitTypeOf(world, unit);
  return type?.fuel === 0 && isSpared(world, unit, type);
}

/** Whether a unit may wait where it is: not where it would drown, fall down or bleed to death. */
export function canSentry(world: World, unit: Unit): Tristate {
  const type = unitTypeOf(world, unit);
  return type !== undefined && (unit.transportedBy !== undefined || canSurviveHere(world, unit, type));
}

/** Whether a unit can work the land by itself (`can_unit_do_autosettlers`). */
export function canAutoWork(world: World, unit: Unit): boolean {
  const type = unitTypeOf(world, unit);
  return type?.worker ?? type?.flags.has('UTYF_SETTLERS') ?? false;
}
