import type { World } from '../../world/world.js';
import { stepsFrom } from '../lookup/adjacency.js';
import { canExistAt, isNativeTerrain, nativeExtras, type UnitType } from '../lookup/nativity.js';
import { relation } from '../lookup/players.js';
import { cityAt, type Extra, hasExtra, type Tile } from '../lookup/tiles.js';

/** The land or sea that units of a type can walk over, in parts between which there is no way. */
export interface Areas {
  /** By tile: the number of its area, from 1 on; 0 where they cannot be. */
  readonly of: Uint32Array;
  /** Areas in which there is something to find. */
  readonly withDiscoveries: ReadonlySet<number>;
}

/** The areas of a type; `discoveries`: the tiles where it would find something. */
export function areasOf(world: World, type: UnitType, discoveries: ReadonlySet<number>): Areas {
  const places = placesOf(world, type);
  const of = new Uint32Array(places.length);
  const withDiscoveries = new Set<number>();
  let area = 0;
  for (const start of places.keys()) {
    if (places[start] === 0 || of[start] !== 0) continue;
    area += 1;
    const tiles = fillArea(world.map, places, of, { start, area });
    if (tiles.some((tile) => discoveries.has(tile))) withDiscoveries.add(area);
  }
  return { of, withDiscoveries };
}

/** Gives all places that are connected with `start` the number of its area; answers their tiles. */
function fillArea(
  map: World['map'],
  places: Uint8Array,
  of: Uint32Array,
  { start, area }: { readonly start: number; readonly area: number },
): readonly number[] {
  of[start] = area;
  const tiles = [start];
  for (const tile of tiles) {
    for (const step of stepsFrom(map, tile)) {
      if (places[step.tile] === 0 || of[step.tile] !== 0) continue;
      of[step.tile] = area;
      tiles.push(step.tile);
    }
  }
  return tiles;
}

/** By tile: 1 for known land that is no abyss to a unit of the type, and that peace does not close to an army. */
function placesOf(world: World, type: UnitType): Uint8Array {
  const extras = nativeExtras(world, type.unitClassId);
  const closed = type.flags.has('UTYF_CIVILIAN') ? new Set() : ownersAtPeace(world);
  const keepsToCoast = type.flags.has('UTYF_COAST_STRICT');
  const places = new Uint8Array(world.map.tileCount);
  for (const tile of world.tiles.values()) {
    const terrain = world.ruleset.terrains.get(tile.terrain);
    if (tile.known === 'TILE_UNKNOWN' || terrain === undefined || closed.has(tile.owner)) continue;
    const isOpen =
      keepsToCoast || cityAt(world, tile.tile) !== undefined
        ? canExistAt(world, type, tile.tile) !== false
        : isNativeTerrain(type.unitClassId, terrain) || hasOneOf(tile, extras);
    if (isOpen) places[tile.tile] = 1;
  }
  return places;
}

function ownersAtPeace(world: World): ReadonlySet<number> {
  const me = world.seat.player;
  const others = [...world.players.values()].map(({ playerno }) => playerno);
  return new Set(others.filter((other) => me !== undefined && relation(world, me, other) === 'DS_PEACE'));
}

/** Whether one of the extras is on a tile. */
export function hasOneOf(tile: Tile, extras: readonly Extra[]): boolean {
  return extras.some(({ id }) => hasExtra(tile, id));
}
