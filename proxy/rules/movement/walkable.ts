import type { World } from '../../world/world.js';
import { canExistAt, isNativeTerrain, nativeExtras, type UnitType } from '../lookup/nativity.js';
import { relation } from '../lookup/players.js';
import { cityAt, type Extra, hasExtra, type Tile } from '../lookup/tiles.js';

/** By tile: 1 where the tile is known, a unit of the type can be on it, and no peace treaty closes it to military units. */
export function walkableTiles(world: World, type: UnitType): Uint8Array {
  const extras = nativeExtras(world, type.unitClassId);
  const closed = type.flags.has('UTYF_CIVILIAN') ? new Set() : ownersAtPeace(world);
  const keepsToCoast = type.flags.has('UTYF_COAST_STRICT');
  const walkable = new Uint8Array(world.map.tileCount);
  for (const tile of world.tiles.values()) {
    const terrain = world.ruleset.terrains.get(tile.terrain);
    if (tile.known === 'TILE_UNKNOWN' || terrain === undefined || closed.has(tile.owner)) continue;
    const isOpen =
      keepsToCoast || cityAt(world, tile.tile) !== undefined
        ? canExistAt(world, type, tile.tile) !== false
        : isNativeTerrain(type.unitClassId, terrain) || hasOneOf(tile, extras);
    if (isOpen) walkable[tile.tile] = 1;
  }
  return walkable;
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
