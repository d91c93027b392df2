import type { World } from '../../world/world.js';
import { nativeExtras } from '../lookup/extra-lists.js';
import { canExistAt, isNativeTerrain, type UnitType } from '../lookup/nativity.js';
import { relation } from '../lookup/players.js';
import { type Extra, hasExtra, type Tile } from '../lookup/tiles.js';

/** By tile: 1 where the tile is known, a unit of the type can be on it, and no peace treaty closes it to military units. */
export function walkableTiles(world: World, type: UnitType): Uint8Array {
  const extras = nativeExtras(world, type.unitClassId);
  const closed = type.flags.has('UTYF_CIVILIAN') ? new Set() : ownersAtPeace(world);
  const keepsToCoast = type.flags.has('UTYF_COAST_STRICT');
  const walkable = new Uint8Array(world.map.tileCount);
  const { terrains } = world.ruleset;
  const native = new Set([...terrains.values()].filter((one) => isNativeTerrain(type.unitClassId, one)));
  for (const tile of world.tiles.values()) {
    const terrain = terrains.get(tile.terrain);
    if (tile.known === 'TILE_UNKNOWN' || terrain === undefined || closed.has(tile.owner)) continue;
    const isOpen = keepsToCoast
      ? canExistAt(world, type, tile.tile) !== false
      : native.has(terrain) || hasOneOf(tile, extras);
    if (isOpen) walkable[tile.tile] = 1;
  }
  // Some can be in a city where the land would not let them.
  for (const { tile: index } of keepsToCoast ? [] : world.cities.values()) {
    const tile = world.tiles.get(index);
    const isKnown = tile !== undefined && tile.known !== 'TILE_UNKNOWN' && terrains.has(tile.terrain);
    const isOpen = isKnown && !closed.has(tile.owner) && canExistAt(world, type, index) !== false;
    walkable[index] = Number(isOpen);
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
