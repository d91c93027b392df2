import type { World } from '../world/world.js';
import { tilesWithin } from './adjacency.js';
import { isPlayer } from './players.js';
import { outputs, tileOutput } from './tile-output.js';
import { cityAt, knownTile, terrainOf } from './tiles.js';

/** A place for a city, by what its best tiles would bring as they are now. */
export interface CitySite {
  /** Tile index. */
  readonly tile: number;
  /** Food, shields and trade a turn of the centre and the best tiles around it. */
  readonly food: number;
  readonly shields: number;
  readonly trade: number;
  /** One number to compare sites by; food counts most, then shields. */
  readonly score: number;
}

/** Citizens the best tiles are counted for: what a city soon has. */
const CITIZENS = 6;

/**
 * What a city of a player at a tile would live on; undefined where none can be founded as far as the seat sees: foreign
 * land, ground that takes no cities, or another city too near.
 */
export function citySite(world: World, player: number, tile: number): CitySite | undefined {
  if (!canStand(world, player, tile)) return undefined;
  const around = tilesWithin(world.map, tile, world.game?.initCityRadiusSq ?? 5).filter(
    (other) => other !== tile && isFree(world, player, other),
  );
  const best = around
    .map((other) => yieldOf(world, other))
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, CITIZENS);
  const sum = [yieldOf(world, tile), ...best].reduce((total, part) => ({
    food: total.food + part.food,
    shields: total.shields + part.shields,
    trade: total.trade + part.trade,
  }));
  return { tile, ...sum, score: worth(sum) };
}

interface Yield {
  readonly food: number;
  readonly shields: number;
  readonly trade: number;
}

function yieldOf(world: World, tile: number): Yield {
  return {
    food: tileOutput(world, tile, outputs.food),
    shields: tileOutput(world, tile, outputs.shields),
    trade: tileOutput(world, tile, outputs.trade),
  };
}

function worth({ food, shields, trade }: Yield): number {
  return 3 * food + 2 * shields + trade;
}

function canStand(world: World, player: number, tile: number): boolean {
  const terrain = terrainOf(world, tile);
  if (terrain === undefined || terrain.flags.has('TER_NO_CITIES') || terrain.tclass === 'TC_OCEAN')
    return false;
  return isOpen(world, player, tile) && !isTooNear(world, tile);
}

/** Cities must be so many steps apart: 1 means that they may touch, 2 that there is a tile between them. */
function isTooNear(world: World, tile: number): boolean {
  const apart = world.game?.citymindist ?? 2;
  return [...world.cities.values()].some((city) => world.map.distance(city.tile, tile) < apart);
}

function isFree(world: World, player: number, tile: number): boolean {
  const known = knownTile(world, tile);
  const nobody = known !== undefined && !world.cities.has(known.worked);
  return nobody && isOpen(world, player, tile) && cityAt(world, tile) === undefined;
}

function isOpen(world: World, player: number, tile: number): boolean {
  const owner = knownTile(world, tile)?.owner;
  return owner !== undefined && (owner === player || !isPlayer(owner));
}
