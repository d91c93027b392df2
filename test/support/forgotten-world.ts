import { VersionedTable } from '../../proxy/world/versioned-table.js';
import type { World } from '../../proxy/world/world.js';

/** The same world with a table of tiles of its own: nothing that is kept by world or by its tiles is known of it. */
export function forgotten(world: World): World {
  const tiles: World['tiles'] = new VersionedTable(0);
  for (const tile of world.tiles.values()) tiles.set(tile.tile, tile, world.tiles.versionOf(tile.tile));
  return { ...world, tiles };
}
