import type { World } from '../../world/world.js';

/**
 * The latitude of a tile (`map_signed_latitude`): 1000 at the north pole, 0 at the equator, -1000 at the south pole.
 * Undefined on maps that wrap in both directions, where a pole is a point.
 */
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
