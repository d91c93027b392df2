import { tilesWithin } from '../../rules/lookup/adjacency.js';
import { isPlayer } from '../../rules/lookup/players.js';
import { knownTile, type Tile } from '../../rules/lookup/tiles.js';
import type { MapGeometry } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';
import type { Situation } from './situation.js';

/** Worth of food, shields and trade: without food a city does not grow, without shields it does not build. */
const OUTPUT_WEIGHTS = [3, 2, 1] as const;
/** Each next best tile counts this much of the one before: a young city works few tiles, and gets each one later. */
const NEXT_TILE_FACTOR = 0.85;

/**
 * What a city would yield at a tile: the centre with the minimum output of a city centre, and the surroundings, best tile
 * first. Tiles that other cities work or that others own do not count.
 */
export function siteScore({ world, me }: Situation, centre: number): number {
  const values: number[] = [];
  for (const index of tilesAround(world.map, centre, world.game?.initCityRadiusSq ?? 5)) {
    const tile = knownTile(world, index);
    if (index === centre || tile === undefined || tile.worked > 0) continue;
    if (!isPlayer(tile.owner) || tile.owner === me) values.push(tileValue(world, tile));
  }
  const ranked = values.sort((a, b) => b - a).map((value, place) => value * NEXT_TILE_FACTOR ** place);
  return ranked.reduce((sum, value) => sum + value, centreValue(world, centre));
}

function centreValue(world: World, centre: number): number {
  return OUTPUT_WEIGHTS.reduce((sum, weight, output) => {
    const min = world.game?.minCityCenterOutput[output] ?? 0;
    return sum + weight * Math.max(baseOutput(world, knownTile(world, centre), output), min);
  }, 0);
}

const tileValues = new WeakMap<Tile, number>();

/** What terrain and resource yield without improvements. Effects are left out: there are hundreds of places. */
function tileValue(world: World, tile: Tile): number {
  const known = tileValues.get(tile);
  if (known !== undefined) return known;
  const value = OUTPUT_WEIGHTS.reduce((sum, weight, output) => {
    return sum + weight * baseOutput(world, tile, output);
  }, 0);
  tileValues.set(tile, value);
  return value;
}

function baseOutput(world: World, tile: Tile | undefined, output: number): number {
  const terrain = world.ruleset.terrains.get(tile?.terrain ?? -1)?.output ?? [];
  const resource = world.ruleset.resources.get(tile?.resource ?? -1)?.output ?? [];
  return (terrain[output] ?? 0) + (resource[output] ?? 0);
}

const tilesByPlace = new WeakMap<MapGeometry, Map<number, readonly number[]>>();

/** `tilesWithin`, computed once for each place of a map: a state asks for hundreds. */
export function tilesAround(map: MapGeometry, centre: number, radiusSq: number): readonly number[] {
  let ofMap = tilesByPlace.get(map);
  if (ofMap === undefined) {
    ofMap = new Map();
    tilesByPlace.set(map, ofMap);
  }
  const key = radiusSq * map.tileCount + centre;
  let tiles = ofMap.get(key);
  if (tiles === undefined) {
    tiles = tilesWithin(map, centre, radiusSq);
    ofMap.set(key, tiles);
  }
  return tiles;
}
