import { hasBit } from '../freeciv/enum-codec.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { adjacentTiles } from './adjacency.js';
import { effectTotal } from './effects.js';
import { canLoad, canUnload as mayLeave } from './movement/transport.js';
import { legalSteps } from './movement.js';
import { canExistAt, isSafeCoast, type UnitType } from './nativity.js';
import { unitContext } from './terrain-change.js';
import { cityAt, extrasOn, knownTile, terrainOf, unitsOn } from './tiles.js';
import { allOf, type Tristate } from './tristate.js';

/**
 * Whether a unit can stay where it is (`can_unit_survive_at_tile`): native there, neither short of fuel nor losing
 * hit points.
 */
function canSurviveHere(world: World, unit: Unit, type: UnitType): Tristate {
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
export function canFortify(world: World, unit: Unit): boolean {
  const type = unitTypeOf(world, unit);
  const unitClass = type && world.ruleset.unitClasses.get(type.unitClassId);
  if (unitClass?.flags.has('UCF_CAN_FORTIFY') !== true || type?.flags.has('UTYF_CANT_FORTIFY')) return false;
  if (unit.activity === 'ACTIVITY_FORTIFIED') return false;
  const inCity = cityAt(world, unit.tile) !== undefined;
  return inCity || !terrainOf(world, unit.tile)?.flags.has('TER_NO_FORTIFY');
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
  return unitTypeOf(world, unit)?.flags.has('UTYF_SETTLERS') === true;
}

/** The type that a unit can be converted to (`unit_can_convert`); undefined when it cannot. */
export function convertedType(world: World, unit: Unit): UnitType | undefined {
  const type = unitTypeOf(world, unit);
  const becomes = type && world.ruleset.unitTypes.get(type.convertedTo);
  if (becomes === undefined) return undefined;
  const stays = unit.transportedBy !== undefined || canExistAt(world, becomes, unit.tile) === true;
  return stays ? becomes : undefined;
}

/** The type of a unit; undefined while the ruleset is not known. */
export function unitTypeOf(world: World, unit: Unit): UnitType | undefined {
  return world.ruleset.unitTypes.get(unit.type);
}

/** Unarmed and at home in any terrain: a unit there to look around. */
export function isScout(world: World, unit: Unit): boolean {
  const flags = unitTypeOf(world, unit)?.flags;
  return flags?.has('UTYF_CIVILIAN') === true && flags.has('UTYF_IGTER');
}

export { cargoOf } from './movement/transport.js';

/** The units that a unit can board now: where it stands first, then beside it, where it must be able to go. */
export function boardableTransports(world: World, cargo: Unit): Unit[] {
  if (cargo.transportedBy !== undefined && canLeaveTransport(world, cargo) !== true) return [];
  const near = adjacentTiles(world.map, cargo.tile)
    .flatMap((tile) => unitsOn(world, tile))
    .filter((transport) => transport.id !== cargo.transportedBy && canLoad(world, cargo, transport) === true);
  if (near.every(({ tile }) => tile === cargo.tile)) return near;
  const steps = new Set(legalSteps(world, cargo).flatMap(({ tile, certain }) => (certain ? [tile] : [])));
  return near.filter(({ tile }) => tile === cargo.tile || steps.has(tile));
}

/** Whether a unit can leave its transport where it is and survive there. */
export function canLeaveTransport(world: World, cargo: Unit): Tristate {
  const type = unitTypeOf(world, cargo);
  if (type === undefined || cargo.transportedBy === undefined) return false;
  const holds = [() => mayLeave(world, cargo), () => canSurviveHere(world, cargo, type)];
  return allOf(holds, (one) => one());
}
