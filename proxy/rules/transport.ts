import { hasBit } from '../freeciv/enum-codec.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { adjacentTiles } from './adjacency.js';
import { canExistAt, hasNativeExtra, type UnitType } from './nativity.js';
import { areAllied } from './players.js';
import { rulesetIndex } from './ruleset-index.js';
import { cityAt, hasExtra, knownTile, unitsOn } from './tiles.js';
import type { Truth } from './truth.js';
import { typeOf } from './unit-activities.js';

/** The units that would take a unit on board, where it stands first and then beside it. */
export function transportsFor(world: World, cargo: Unit): Unit[] {
  return adjacentTiles(world.map, cargo.tile)
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
  return cargoOf(world, transport).length < type.transportCapacity;
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
