import type { PacketFields } from '../../freeciv/generated/packets.js';
import { hasBit } from '../../freeciv/value-codecs.js';
import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { cityByTile, unitsByTile } from './entity-index.js';
import { rulesetIndex } from './ruleset-index.js';

/** A tile as tile_info describes it. */
export type Tile = PacketFields['tile_info'];
/** A terrain of the ruleset. */
export type Terrain = PacketFields['ruleset_terrain'];
/** An extra of the ruleset: road, base, irrigation, resource, pollution ... */
export type Extra = PacketFields['ruleset_extra'];

/** A tile this seat has ever seen; undefined when it knows nothing of it. */
export function knownTile(world: World, tile: number): Tile | undefined {
  const info = world.tiles.get(tile);
  return info === undefined || info.known === 'TILE_UNKNOWN' ? undefined : info;
}

/** Whether the seat sees a tile now, without fog. */
export function isSeen(world: World, tile: number): boolean {
  return world.tiles.get(tile)?.known === 'TILE_KNOWN_SEEN';
}

/** The terrain of a tile; undefined for an unknown tile. */
export function terrainOf(world: World, tile: number): Terrain | undefined {
  const info = knownTile(world, tile);
  return info === undefined ? undefined : world.ruleset.terrains.get(info.terrain);
}

/** Whether an extra, by its number, is on a tile. */
export function hasExtra(tile: Tile, extra: number): boolean {
  return hasBit(tile.extras, extra);
}

/** The extras on a tile, with what the ruleset says of them. */
export function extrasOn(world: World, tile: Tile): Extra[] {
  return rulesetIndex(world.ruleset).extras.filter((extra) => hasBit(tile.extras, extra.id));
}

/** The units this seat sees on a tile. */
export function unitsOn(world: World, tile: number): readonly Unit[] {
  return unitsByTile(world).get(tile) ?? [];
}

/** The city on a tile, as far as this seat knows it. */
export function cityAt(world: World, tile: number): City | undefined {
  return cityByTile(world).get(tile);
}

/** Latitude (`map_signed_latitude`): 1000 at the north pole, -1000 at the south; undefined where both directions wrap. */
export function latitudeOf({ map, latitudes }: World, tile: number): number | undefined {
  const { north, south } = latitudes;
  if (north === south) return north;
  const southness = southnessOf(map, tile);
  return southness === undefined ? undefined : Math.trunc(north * (1 - southness) + south * southness);
}

/** How far south a tile lies: 0 at the north side, 1 at the south side. */
function southnessOf(map: World['map'], tile: number): number | undefined {
  const { topology, xsize, ysize } = map;
  const { x, y } = map.position(tile);
  if (!topology.has('TF_WRAPY')) return y / (ysize - 1);
  if (topology.has('TF_WRAPX')) return undefined;
  // The poles are at the left and right sides. Rows of isometric maps are shifted by half a tile.
  if (!topology.has('TF_ISO')) return x / (xsize - 1);
  return (2 * x + (y & 1)) / (2 * xsize - 1);
}
