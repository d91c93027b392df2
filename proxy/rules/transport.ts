import { hasBit } from '../freeciv/enum-codec.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { adjacentTiles } from './adjacency.js';
import { legalSteps } from './movement.js';
import { canExistAt, hasNativeExtra, type UnitType } from './nativity.js';
import { areAllied } from './players.js';
import { rulesetIndex } from './ruleset-index.js';
import { cityAt, hasExtra, knownTile, unitsOn } from './tiles.js';
import type { Truth } from './truth.js';
import { typeOf } from './unit-activities.js';

/** The units that a unit can board now, where it stands first and then beside it, where it must be able to go. */
export function transportsFor(world: World, cargo: Unit): Unit[] {
  if (cargo.transportedBy !== undefined && canUnload(world, cargo) !== true) return [];
  const steps = new Set(legalSteps(world, cargo).flatMap(({ tile, certain }) => (certain ? [tile] : [])));
  return adjacentTiles(world.map, cargo.tile)
    .filter((tile) => tile === cargo.tile || steps.has(tile))
    .flatMap((tile) => unitsOn(world, tile))
    .filter((transport) => couldLoad(world, cargo, transport));
}

/** Whether a unit would be taken on board; getting to the tile of the transport is another matter. */
export function couldLoad(world: World, cargo: Unit, transport: Unit): boolean {
  const cargoType = typeOf(world, cargo);
  const type = typeOf(world, transport);
  if (cargoType === undefined || type === undefined || cargo.id === transport.id) return false;
  if (transport.id === cargo.transportedBy || !hasBit(type.cargo, cargoType.unitClassId)) return false;
  if (areAllied(world, cargo.owner, transport.owner) !== true) return false;
  if (!hasBit(cargoType.embarks, type.unitClassId) && !isHarbour(world, transport.tile, type)) return false;
  return (
    cargoOf(world, transport).length < type.transportCapacity && !carriesItsLike(world, cargo, transport)
  );
}

/** Nothing is carried, however deep, by a unit of its own type. */
function carriesItsLike(world: World, cargo: Unit, transport: Unit): boolean {
  const above = new Set<number>();
  let outer: Unit | undefined = transport;
  while (outer !== undefined && !above.has(outer.type)) {
    above.add(outer.type);
    outer = world.units.get(outer.transportedBy ?? -1);
  }
  return [cargo, ...cargoOf(world, cargo)].some(({ type }) => above.has(type));
}

/** Whether a unit could leave its transport where it is. */
export function canUnload(world: World, cargo: Unit): Truth {
  const cargoType = typeOf(world, cargo);
  const transport = world.units.get(cargo.transportedBy ?? -1);
  const type = transport && typeOf(world, transport);
  if (cargoType === undefined || type === undefined) return false;
  if (!hasBit(cargoType.disembarks, type.unitClassId) && !isHarbour(world, cargo.tile, type)) return false;
  return canExistAt(world, cargoType, cargo.tile);
}

export function cargoOf(world: World, transport: Unit): Unit[] {
  return unitsOn(world, transport.tile).filter((unit) => unit.transportedBy === transport.id);
}

/** Cities, and bases that are home to the class of the transport. */
function isHarbour(world: World, index: number, type: UnitType): boolean {
  if (cityAt(world, index) !== undefined) return true;
  const tile = knownTile(world, index);
  if (tile === undefined || !hasNativeExtra(world, type.unitClassId, tile)) return false;
  return [...rulesetIndex(world.ruleset).bases.keys()].some((extra) => hasExtra(tile, extra));
}
