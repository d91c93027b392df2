import { hasBit } from '../freeciv/enum-codec.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { effectTotal } from './effects.js';
import { canExistAt, isSafeCoast, type UnitType } from './nativity.js';
import { workContext } from './terrain-change.js';
import { cityAt, extrasOn, knownTile } from './tiles.js';
import { allOf, type Truth } from './truth.js';

/** Whether a unit could stay where it is for ever: at home there, neither short of fuel nor losing health. */
export function canSurviveHere(world: World, unit: Unit, type: UnitType): Truth {
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

/** Whether a unit loses no health by itself at turn change; helicopters do, away from cities and bases. */
export function isSpared(world: World, unit: Unit, type: UnitType): Truth {
  const { hpLossPct = 0 } = world.ruleset.unitClasses.get(type.unitClassId) ?? {};
  if (hpLossPct === 0) return true;
  const { value, certain } = effectTotal(world, 'EFT_UNIT_RECOVER', workContext(world, unit));
  return certain ? value >= Math.trunc((type.hp * hpLossPct) / 100) : 'unknown';
}
