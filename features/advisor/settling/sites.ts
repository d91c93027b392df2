import { stepsFrom, tilesAround } from '../../../proxy/rules/lookup/adjacency.js';
import { isPlayer } from '../../../proxy/rules/lookup/players.js';
import { knownTile } from '../../../proxy/rules/lookup/tiles.js';
import { canFoundCities } from '../../../proxy/rules/units/action-enablers.js';
import { isIdle } from '../../../proxy/rules/units/unit-activities.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { knownLands } from '../rules/known-lands.js';
import type { Situation } from '../situation.js';

/** Places further than this from own cities and founders are not considered. */
const MAX_DISTANCE_TILES = 8;
/** No city is founded within this squared radius of an enemy (adjacent tiles), and of a strong attacker (two tiles). */
const ENEMY_RADIUS_SQ = 2;
const ATTACKER_RADIUS_SQ = 8;
/** A strong attacker has at least this attack strength, more than the first units. */
const MIN_ATTACK = 2;

/** Own units that can found cities. */
export function allFounders({ world, units }: Situation): readonly Unit[] {
  return units.filter((unit) => canFoundCities(world, unit));
}

/** The founders that have nothing else to do. */
export function idleFounders(situation: Situation): readonly Unit[] {
  return allFounders(situation).filter(isIdle);
}

/**
 * Tiles where a city may be founded, as far as this seat sees, with the tiles over land from the nearest own city or
 * founder: known, near, free of other cities and founders' goals, and with no enemy near them. The goals of
 * `asking` units count as free.
 */
export function freePlaces(situation: Situation, asking: readonly Unit[]): ReadonlyMap<number, number> {
  const { world, cities } = situation;
  const origins = [...allFounders(situation), ...cities].map(({ tile }) => tile);
  const taken = takenTiles(situation, asking);
  const places = new Map<number, number>();
  for (const [tile, distance] of overLand(world, origins))
    if (taken[tile] !== 1 && canSettleOn(situation, tile)) places.set(tile, distance);
  return places;
}

/** Known land tiles within reach of some tiles, each with the number of steps, the nearest first. */
function overLand(world: World, origins: readonly number[]): readonly (readonly [number, number])[] {
  const lands = knownLands(world);
  const isReached = new Uint8Array(world.map.tileCount);
  const reached: (readonly [number, number])[] = [];
  const reach = (tile: number, distance: number) => {
    if (isReached[tile] === 1) return;
    isReached[tile] = 1;
    reached.push([tile, distance]);
  };
  for (const tile of origins) reach(tile, 0);
  for (const [from, distance] of reached) {
    if (distance === MAX_DISTANCE_TILES) continue;
    for (const { tile } of stepsFrom(world.map, from))
      if ((lands[tile]?.continent ?? 0) > 0) reach(tile, distance + 1);
  }
  return reached;
}

/** By tile: 1 for one that is too near to a city, to the goal of a founder or to an enemy. */
function takenTiles(situation: Situation, asking: readonly Unit[]): Uint8Array {
  const { world, enemies } = situation;
  const taken = new Uint8Array(world.map.tileCount);
  const centres = [
    ...[...world.cities.values()].map(({ tile }) => tile),
    ...foundersGoals(situation, asking),
  ];
  for (const centre of centres) for (const tile of tilesTooNear(world, centre)) taken[tile] = 1;
  for (const { tile: place, type } of enemies) {
    const isStrong = (world.ruleset.unitTypes.get(type)?.attackStrength ?? 0) >= MIN_ATTACK;
    const radiusSq = isStrong ? ATTACKER_RADIUS_SQ : ENEMY_RADIUS_SQ;
    for (const tile of tilesAround(world.map, place, radiusSq)) taken[tile] = 1;
  }
  return taken;
}

/** The tiles nearer to a city than citymindist, its own among them. */
export function tilesTooNear(world: World, centre: number): readonly number[] {
  const minDistance = minCityDistance(world);
  // The square of a distance is at most twice the square of its longer side.
  return tilesAround(world.map, centre, 2 * (minDistance - 1) ** 2).filter(
    (tile) => world.map.distance(centre, tile) < minDistance,
  );
}

/** The tiles that founders are on the way to, or have reached with no moves left. */
function foundersGoals(situation: Situation, asking: readonly Unit[]): readonly number[] {
  return allFounders(situation).flatMap((unit) => {
    if (isIdle(unit) || asking.includes(unit)) return [];
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
