import { stepsFrom } from '../../rules/lookup/adjacency.js';
import { isPlayer } from '../../rules/lookup/players.js';
import { knownTile } from '../../rules/lookup/tiles.js';
import { canFoundCities } from '../../rules/units/action-enablers.js';
import type { World } from '../../world/world.js';
import { siteScore, tilesAround } from './site-score.js';
import { isIdle, type Situation } from './situation.js';

/** A place for a city. */
export interface Site {
  readonly tile: number;
  /** What its surroundings yield as they are, food counting most. */
  readonly score: number;
  /** Tiles from the nearest own city or settlers. */
  readonly distance: number;
}

/** Places further than this from own cities and settlers are not considered. */
const MAX_DISTANCE_TILES = 6;
/** Score that a site loses for each tile of the way. */
export const SCORE_PER_TILE = 3;
/** Cities nearer to each other share too many tiles. */
const CROWDED_RADIUS_SQ = 5;
/** The tiles beside a tile. */
const ADJACENT_RADIUS_SQ = 2;

/** The best places to found a city at, best first and apart from each other. */
export function settlingSites(situation: Situation, count: number): readonly Site[] {
  const { world, units, cities } = situation;
  const founders = units.filter((unit) => canFoundCities(world, unit));
  const reached = overLand(
    world,
    [...founders, ...cities].map(({ tile }) => tile),
  );
  const taken = takenTiles(situation);
  const sites: Site[] = [];
  for (const [tile, distance] of reached) {
    if (taken.has(tile) || !canSettleOn(situation, tile)) continue;
    sites.push(siteAt(situation, tile, distance));
  }
  return spacedOut(
    world,
    sites.sort((a, b) => worth(b) - worth(a)),
    count,
  );
}

/** A site at a tile; `distance` in tiles. */
export function siteAt(situation: Situation, tile: number, distance: number): Site {
  return { tile, distance, score: Math.round(siteScore(situation, tile)) };
}

/** Known land tiles within reach of some tiles, with the number of steps. */
function overLand(world: World, origins: readonly number[]): ReadonlyMap<number, number> {
  const reached = new Map(origins.map((tile) => [tile, 0]));
  for (const [from, distance] of reached) {
    if (distance === MAX_DISTANCE_TILES) continue;
    for (const { tile } of stepsFrom(world.map, from)) {
      if (!reached.has(tile) && (knownTile(world, tile)?.continent ?? 0) > 0) reached.set(tile, distance + 1);
    }
  }
  return reached;
}

/** Tiles too near to a city, to the goal of a founder, or beside an enemy. */
function takenTiles(situation: Situation): ReadonlySet<number> {
  const { world, enemies } = situation;
  const taken = new Set<number>();
  const minDistance = minCityDistance(world);
  // The square of a distance is at most twice the square of its longer side.
  const radiusSq = Math.max(CROWDED_RADIUS_SQ, 2 * (minDistance - 1) ** 2);
  const centres = [...[...world.cities.values()].map(({ tile }) => tile), ...foundersGoals(situation)];
  for (const centre of centres) {
    for (const tile of tilesAround(world.map, centre, radiusSq)) {
      const isNear = world.map.squaredDistance(centre, tile) <= CROWDED_RADIUS_SQ;
      if (isNear || world.map.distance(centre, tile) < minDistance) taken.add(tile);
    }
  }
  for (const enemy of enemies)
    for (const tile of tilesAround(world.map, enemy.tile, ADJACENT_RADIUS_SQ)) taken.add(tile);
  return taken;
}

/** The tiles that founders are on the way to, or have reached with no moves left. */
function foundersGoals(situation: Situation): readonly number[] {
  const { world, units } = situation;
  return units.flatMap((unit) => {
    if (isIdle(unit) || !canFoundCities(world, unit)) return [];
    if (unit.detail?.hasOrders === true) return unit.detail.gotoTile >= 0 ? [unit.detail.gotoTile] : [];
    return canSettleAt(situation, unit.tile) ? [unit.tile] : [];
  });
}

/** Minimum distance between two cities, in tiles (freeciv: citymindist). */
function minCityDistance({ game }: World): number {
  return game?.citymindist ?? 2;
}

/** Whether the server would let a city be founded there, as far as this seat sees. */
export function canSettleAt(situation: Situation, index: number): boolean {
  const { world } = situation;
  const minDistance = minCityDistance(world);
  for (const city of world.cities.values()) {
    if (world.map.distance(city.tile, index) < minDistance) return false;
  }
  return canSettleOn(situation, index);
}

/** `canSettleAt` without the distance to other cities. */
function canSettleOn({ world, me }: Situation, index: number): boolean {
  const tile = knownTile(world, index);
  const terrain = tile && world.ruleset.terrains.get(tile.terrain);
  if (tile === undefined || terrain === undefined || terrain.flags.has('TER_NO_CITIES')) return false;
  return !isPlayer(tile.owner) || tile.owner === me;
}

function worth({ score, distance }: Site): number {
  return score - distance * SCORE_PER_TILE;
}

function spacedOut(world: World, sites: readonly Site[], count: number): readonly Site[] {
  const chosen: Site[] = [];
  const minGap = Math.max(3, minCityDistance(world));
  for (const site of sites) {
    if (chosen.length === count) break;
    if (chosen.every((other) => world.map.distance(other.tile, site.tile) >= minGap)) chosen.push(site);
  }
  return chosen;
}
