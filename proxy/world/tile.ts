import type { PacketFields } from '../freeciv/generated/packets.js';
import { differOnlyIn } from './packet-fields.js';
import { markChanged, type World } from './world.js';
import { expectOnMap } from './world-limits.js';

type Tile = PacketFields['tile_info'];

/** What changes of a tile as units that see it come and go. */
const SIGHT_FIELDS: ReadonlySet<string> = new Set(['known']);

/** Of a tile that came in place of one with the same land: the first of these. */
const firstAlike = new WeakMap<Tile, Tile>();

/** Sets a tile of the map. */
export function foldTile(world: World, tile: Tile): void {
  expectOnMap(tile.tile, world.map, 'land');
  const before = world.tiles.get(tile.tile);
  // After the end of a game the server removes its borders; the last state keeps them.
  if (world.turn.phase === 'game_over' && before !== undefined && before.owner !== tile.owner) return;
  if (before !== undefined && differOnlyIn(before, tile, SIGHT_FIELDS)) firstAlike.set(tile, landOf(before));
  world.tiles.set(tile.tile, tile, markChanged(world));
}

/** The same object for tiles that followed each other and are alike but for whether they are seen: keep with it what follows from the land. */
export function landOf(tile: Tile): Tile {
  return firstAlike.get(tile) ?? tile;
}
