import { memo } from '#shared/core/memo.js';
import type { Direction, MapGeometry } from '../../world/map-geometry.js';

/** One step: its direction and the tile it leads to. */
export interface Step {
  readonly direction: Direction;
  readonly tile: number;
}

/** The steps from each tile that was looked at: path finding needs them thousands of times. */
const stepsOf = memo((map: MapGeometry) => new Array<readonly Step[] | undefined>(map.tileCount));

const straight: readonly Direction[] = ['DIR8_NORTH', 'DIR8_WEST', 'DIR8_EAST', 'DIR8_SOUTH'];

/** The neighbours of a tile in the order of their directions. */
export function stepsFrom(map: MapGeometry, tile: number): readonly Step[] {
  const ofMap = stepsOf(map);
  const found = ofMap[tile];
  if (found !== undefined) return found;
  const steps = map.neighbours(tile);
  ofMap[tile] = steps;
  return steps;
}

/** The most neighbours that a tile has. */
export const MAX_NEIGHBOURS = 8;
/** In place of the first neighbour of a tile that was not looked at. */
const NOT_LOOKED = -2;

/**
 * The neighbours of tiles in one array, for what walks over the whole map, where lists of steps are slow: those of a tile stand
 * from `firstNeighbour` on, up to a negative number or for MAX_NEIGHBOURS places.
 */
export const neighbourTable = memo((map: MapGeometry) =>
  new Int32Array(map.tileCount * MAX_NEIGHBOURS).fill(NOT_LOOKED),
);

/** Where the neighbours of a tile begin in a table of its map. */
export function firstNeighbour(map: MapGeometry, table: Int32Array, tile: number): number {
  const first = tile * MAX_NEIGHBOURS;
  if (table[first] !== NOT_LOOKED) return first;
  const near = stepsFrom(map, tile).map((step) => step.tile);
  for (let nth = 0; nth < MAX_NEIGHBOURS; nth += 1) table[first + nth] = near[nth] ?? -1;
  return first;
}

/** Whether a direction is cardinal (`is_cardinal_dir`): on hexagonal maps all are. */
export function isCardinal(map: MapGeometry, direction: Direction): boolean {
  return map.topology.has('TF_HEX') || straight.includes(direction);
}

/** A tile and its neighbours. */
export function adjacentTiles(map: MapGeometry, tile: number): number[] {
  return [tile, ...stepsFrom(map, tile).map((step) => step.tile)];
}

/** A tile and its neighbours in the straight directions. */
export function cardinalTiles(map: MapGeometry, tile: number): number[] {
  const steps = stepsFrom(map, tile).filter((step) => isCardinal(map, step.direction));
  return [tile, ...steps.map((step) => step.tile)];
}

/** The largest squared radius that is looked through: effects of a ruleset may name any number. Cities reach 50, units 26. */
const MAX_RADIUS_SQ = 1_000;

/** All tiles within a squared radius (up to MAX_RADIUS_SQ), the centre first and the rest by distance from ring to ring. */
export function tilesWithin(map: MapGeometry, centre: number, radiusSq: number): number[] {
  const found = new Set([centre]);
  const most = Math.min(radiusSq, MAX_RADIUS_SQ);
  for (const tile of found) {
    for (const step of stepsFrom(map, tile)) {
      if (map.squaredDistance(centre, step.tile) <= most) found.add(step.tile);
    }
  }
  return [...found];
}

const tilesByPlace = memo((_: MapGeometry) => new Map<number, readonly number[]>());

/** `tilesWithin`, computed once for each place of a map: a state asks for hundreds. */
export function tilesAround(map: MapGeometry, centre: number, radiusSq: number): readonly number[] {
  const ofMap = tilesByPlace(map);
  const key = radiusSq * map.tileCount + centre;
  let tiles = ofMap.get(key);
  if (tiles === undefined) {
    tiles = tilesWithin(map, centre, radiusSq);
    ofMap.set(key, tiles);
  }
  return tiles;
}
