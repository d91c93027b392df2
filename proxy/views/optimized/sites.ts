import { stepsFrom } from '../../rules/lookup/adjacency.js';
import { isPlayer } from '../../rules/lookup/players.js';
import { knownTile, type Tile } from '../../rules/lookup/tiles.js';
import type { World } from '../../world/world.js';
import { around } from './around.js';
import { canFoundCities, isIdle, type Situation } from './situation.js';

/** A place for a city. */
export interface Site {
  readonly tile: number;
  /** What its surroundings yield as they are, food counting most. */
  readonly score: number;
  /** Tiles from the nearest own city or settlers. */
  readonly distance: number;
}

/** How far from own cities and settlers places are looked for. */
const REACH = 6;
/** Output weights: without food a city does not grow, without shields it does not build. */
const weights = [3, 2, 1] as const;
/** How much nearer beats better: score for each tile of the way. */
export const DISTANCE_COST = 3;
/** Cities nearer to each other share too many tiles. */
const COMFORTABLE_RADIUS_SQ = 5;
const BESIDE_SQ = 2;
/** How much each next tile counts beside the one before: a young city works few, and each later than the last. */
const LATER = 0.85;

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
  return apart(
    world,
    sites.sort((a, b) => worth(b) - worth(a)),
    count,
  );
}

/** A place as it is worth. */
export function siteAt(situation: Situation, tile: number, distance: number): Site {
  return { tile, distance, score: Math.round(scoreOf(situation, tile)) };
}

/** Tiles within reach on foot over known land, with the steps it takes. */
function overLand(world: World, origins: readonly number[]): ReadonlyMap<number, number> {
  const reached = new Map(origins.map((tile) => [tile, 0]));
  for (const [from, distance] of reached) {
    if (distance === REACH) continue;
    for (const { tile } of stepsFrom(world.map, from)) {
      if (!reached.has(tile) && (knownTile(world, tile)?.continent ?? 0) > 0) reached.set(tile, distance + 1);
    }
  }
  return reached;
}

/** Too near to a city or to one that founders are about to found, or beside an enemy. */
function takenTiles(situation: Situation): ReadonlySet<number> {
  const { world, enemies } = situation;
  const taken = new Set<number>();
  const apart = leastDistance(world);
  // The square of a distance is at most twice the square of its longer side.
  const radiusSq = Math.max(COMFORTABLE_RADIUS_SQ, 2 * (apart - 1) ** 2);
  const centres = [...[...world.cities.values()].map(({ tile }) => tile), ...foundersGoals(situation)];
  for (const centre of centres) {
    for (const tile of around(world.map, centre, radiusSq)) {
      const isNear = world.map.squaredDistance(centre, tile) <= COMFORTABLE_RADIUS_SQ;
      if (isNear || world.map.distance(centre, tile) < apart) taken.add(tile);
    }
  }
  for (const enemy of enemies) for (const tile of around(world.map, enemy.tile, BESIDE_SQ)) taken.add(tile);
  return taken;
}

/** Where founders are on the way to, or have arrived without moves left. */
function foundersGoals(situation: Situation): readonly number[] {
  const { world, units } = situation;
  return units.flatMap((unit) => {
    if (isIdle(unit) || !canFoundCities(world, unit)) return [];
    if (unit.detail?.hasOrders === true) return unit.detail.gotoTile >= 0 ? [unit.detail.gotoTile] : [];
    return canSettleAt(situation, unit.tile) ? [unit.tile] : [];
  });
}

/** Steps that the rules ask for between two cities. */
function leastDistance({ game }: World): number {
  return game?.citymindist ?? 2;
}

/** Whether the server would let a city be founded there, as far as this seat sees. */
export function canSettleAt(situation: Situation, index: number): boolean {
  const { world } = situation;
  const apart = leastDistance(world);
  for (const city of world.cities.values()) {
    if (world.map.distance(city.tile, index) < apart) return false;
  }
  return canSettleOn(situation, index);
}

/** The same but for the distance to other cities. */
function canSettleOn({ world, me }: Situation, index: number): boolean {
  const tile = knownTile(world, index);
  const terrain = tile && world.ruleset.terrains.get(tile.terrain);
  if (tile === undefined || terrain === undefined || terrain.flags.has('TER_NO_CITIES')) return false;
  return !isPlayer(tile.owner) || tile.owner === me;
}

function worth({ score, distance }: Site): number {
  return score - distance * DISTANCE_COST;
}

function apart(world: World, sites: readonly Site[], count: number): readonly Site[] {
  const chosen: Site[] = [];
  const least = Math.max(3, leastDistance(world));
  for (const site of sites) {
    if (chosen.length === count) break;
    if (chosen.every((other) => world.map.distance(other.tile, site.tile) >= least)) chosen.push(site);
  }
  return chosen;
}

/** The centre as a city makes it, and the surroundings, best first; tiles that other cities work or own do not count. */
function scoreOf({ world, me }: Situation, centre: number): number {
  const values: number[] = [];
  for (const index of around(world.map, centre, world.game?.initCityRadiusSq ?? 5)) {
    const tile = knownTile(world, index);
    if (index === centre || tile === undefined || tile.worked > 0) continue;
    if (!isPlayer(tile.owner) || tile.owner === me) values.push(tileValue(world, tile));
  }
  const ranked = values.sort((a, b) => b - a).map((value, place) => value * LATER ** place);
  return ranked.reduce((sum, value) => sum + value, centreValue(world, centre));
}

function centreValue(world: World, centre: number): number {
  return weights.reduce((sum, weight, output) => {
    const least = world.game?.minCityCenterOutput[output] ?? 0;
    return sum + weight * Math.max(natural(world, knownTile(world, centre), output), least);
  }, 0);
}

const tileValues = new WeakMap<Tile, number>();

/** What terrain and resource give without any work; effects are left out, as there are hundreds of places. */
function tileValue(world: World, tile: Tile): number {
  const known = tileValues.get(tile);
  if (known !== undefined) return known;
  const value = weights.reduce((sum, weight, output) => {
    return sum + weight * natural(world, tile, output);
  }, 0);
  tileValues.set(tile, value);
  return value;
}

function natural(world: World, tile: Tile | undefined, output: number): number {
  const terrain = world.ruleset.terrains.get(tile?.terrain ?? -1)?.output ?? [];
  const resource = world.ruleset.resources.get(tile?.resource ?? -1)?.output ?? [];
  return (terrain[output] ?? 0) + (resource[output] ?? 0);
}
