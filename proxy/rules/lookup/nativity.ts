import type { PacketFields } from '../../freeciv/generated/packets.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import type { World } from '../../world/world.js';
import { stepsFrom } from './adjacency.js';
import { nativeExtras } from './extra-lists.js';
import { cityAt, hasExtra, knownTile, type Terrain, type Tile, terrainOf } from './tiles.js';
import { anyOf, type Tristate } from './tristate.js';

/** A unit type of the ruleset. */
export type UnitType = PacketFields['ruleset_unit'];
/** A unit class of the ruleset, such as Land or Sea. */
export type UnitClass = PacketFields['ruleset_unit_class'];

/** Whether a terrain is native to a unit class (`is_native_to_class`). */
export function isNativeTerrain(unitClass: number, terrain: Terrain): boolean {
  return hasBit(terrain.nativeTo, unitClass);
}

/** Whether a tile is native to a unit class by terrain or `EF_NATIVE_TILE` (`is_native_tile_to_class`). */
export function isNativeTile(world: World, unitClass: number, index: number): Tristate {
  const tile = knownTile(world, index);
  const terrain = tile === undefined ? undefined : world.ruleset.terrains.get(tile.terrain);
  if (tile === undefined || terrain === undefined) return 'unknown';
  return isNativeTerrain(unitClass, terrain) || hasNativeExtra(world, unitClass, tile);
}

function hasNativeExtra(world: World, unitClass: number, tile: Tile): boolean {
  return nativeExtras(world, unitClass).some((extra) => hasExtra(tile, extra.id));
}

/** Whether a city on the tile can build such units: it or a neighbour is native (`is_native_near_tile`). */
export function isNativeNear(world: World, unitClass: number, tile: number): Tristate {
  return anyOf([tile, ...stepsFrom(world.map, tile).map((step) => step.tile)], (near) =>
    isNativeTile(world, unitClass, near),
  );
}

/** Whether a unit of a type can be on a tile without a transport (`can_exist_at_tile`). */
export function canExistAt(world: World, unitType: UnitType, tile: number): Tristate {
  if (cityAt(world, tile) !== undefined) {
    const harboured = isHarboured(world, unitType, tile);
    if (harboured !== false) return harboured;
  }
  if (unitType.flags.has('UTYF_COAST_STRICT')) {
    const safe = isSafeCoast(world, tile);
    if (safe !== true) return safe;
  }
  return isNativeTile(world, unitType.unitClassId, tile);
}

/** Cities take in whatever can be built there, and, where cities may touch, what comes through other cities. */
function isHarboured(world: World, { unitClassId }: UnitType, tile: number): Tristate {
  if (world.ruleset.unitClasses.get(unitClassId)?.flags.has('UCF_BUILD_ANYWHERE')) return true;
  const near = isNativeNear(world, unitClassId, tile);
  if (near !== false || world.game?.citymindist !== 1) return near;
  const channel = new Set([tile]);
  return anyOf(channel, (city) =>
    anyOf(stepsFrom(world.map, city), (step) => {
      if (cityAt(world, step.tile) !== undefined) channel.add(step.tile);
      return isNativeTile(world, unitClassId, step.tile);
    }),
  );
}

/** Whether a tile is beside terrain without `TER_UNSAFE_COAST` (`is_safe_ocean`). */
export function isSafeCoast(world: World, tile: number): Tristate {
  return anyOf(stepsFrom(world.map, tile), (step) => {
    const terrain = terrainOf(world, step.tile);
    return terrain === undefined ? 'unknown' : !terrain.flags.has('TER_UNSAFE_COAST');
  });
}
