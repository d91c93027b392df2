import type { World } from '../../world/world.js';
import { nativeExtras } from '../lookup/extra-lists.js';
import { canExistAt, isNativeTerrain, type UnitType } from '../lookup/nativity.js';
import { relation } from '../lookup/players.js';
import { type Extra, hasExtra, type Tile } from '../lookup/tiles.js';

/** By tile: 1 where the tile is known, a unit of the type can be on it, and no peace treaty closes it to military units. */
export function walkableTiles(world: World, type: UnitType): Uint8Array {
  const keepsToCoast = type.flags.has('UTYF_COAST_STRICT');
  const closed = type.flags.has('UTYF_CIVILIAN') ? new Set() : ownersAtPeace(world);
  const isOpen = keepsToCoast
    ? ({ tile }: Tile) => canExistAt(world, type, tile) !== false
    : nativeTileOf(world, type);
  const isPassable = (tile: Tile) =>
    tile.known !== 'TILE_UNKNOWN' &&
    world.ruleset.terrains.has(tile.terrain) &&
    (closed.size === 0 || !closed.has(tile.owner));
  const walkable = new Uint8Array(world.map.tileCount);
  for (const tile of world.tiles.values()) if (isPassable(tile) && isOpen(tile)) walkable[tile.tile] = 1;
  // Some can be in a city where the land would not let them.
  for (const { tile: index } of keepsToCoast ? [] : world.cities.values()) {
    const tile = world.tiles.get(index);
    const isWalkable = tile !== undefined && isPassable(tile) && canExistAt(world, type, index) !== false;
    walkable[index] = Number(isWalkable);
  }
  return walkable;
}

/** Whether a tile is native to a type by its terrain or by what is built there; it is asked of the whole map. */
function nativeTileOf(world: World, { unitClassId }: UnitType): (tile: Tile) => boolean {
  const extras = nativeExtras(world, unitClassId);
  const native: boolean[] = [];
  for (const terrain of world.ruleset.terrains.values())
    native[terrain.id] = isNativeTerrain(unitClassId, terrain);
  return (tile) => native[tile.terrain] === true || (extras.length > 0 && hasOneOf(tile, extras));
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
