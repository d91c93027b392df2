import { stepsFrom } from '../../rules/lookup/adjacency.js';
import type { MapGeometry } from '../../world/map-geometry.js';

/** Worked out once for each place of a map: hundreds are asked for at each state. */
const known = new WeakMap<MapGeometry, Map<number, readonly number[]>>();

/** The tiles within a squared radius of another, itself included. */
export function around(map: MapGeometry, centre: number, radiusSq: number): readonly number[] {
  let ofMap = known.get(map);
  if (ofMap === undefined) {
    ofMap = new Map();
    known.set(map, ofMap);
  }
  const key = radiusSq * map.tileCount + centre;
  let tiles = ofMap.get(key);
  if (tiles === undefined) {
    tiles = tilesAround(map, centre, radiusSq);
    ofMap.set(key, tiles);
  }
  return tiles;
}

/** Measures each tile once: distances round the world are what takes the time. */
function tilesAround(map: MapGeometry, centre: number, radiusSq: number): readonly number[] {
  const met = new Set([centre]);
  const within = [centre];
  for (const from of within) {
    for (const { tile } of stepsFrom(map, from)) {
      if (met.has(tile)) continue;
      met.add(tile);
      if (map.squaredDistance(centre, tile) <= radiusSq) within.push(tile);
    }
  }
  return within;
}
