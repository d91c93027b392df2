import type { Tile } from '../../../proxy/rules/lookup/tiles.js';
import { landOf } from '../../../proxy/world/tile.js';
import { finalVersion, type World } from '../../../proxy/world/world.js';

interface Kept {
  /** Of the last change of a tile that was looked at. */
  version: number;
  readonly lands: (Tile | undefined)[];
  /** How often a land was replaced. */
  changes: number;
}

/** By table of tiles: worlds that are supposed from one share it. */
const known = new WeakMap<World['tiles'], Kept>();

/** By tile index `landOf` each known tile, undefined for an unknown one; the same array as long as it is the same map. */
export function knownLands(world: World): readonly (Tile | undefined)[] {
  return upToDate(world).lands;
}

/** A number that changes whenever a known land of the map changes. */
export function landChanges(world: World): number {
  return upToDate(world).changes;
}

function upToDate(world: World): Kept {
  const { tiles, map } = world;
  let kept = known.get(tiles);
  if (kept === undefined || kept.lands.length !== map.tileCount) {
    const lands = new Array<Tile | undefined>(map.tileCount).fill(undefined);
    kept = { version: Number.NEGATIVE_INFINITY, lands, changes: 0 };
    known.set(tiles, kept);
  }
  for (const tile of tiles.changedSince(kept.version)) {
    const land = tile.known === 'TILE_UNKNOWN' ? undefined : landOf(tile);
    if (kept.lands[tile.tile] === land) continue;
    kept.lands[tile.tile] = land;
    kept.changes += 1;
  }
  kept.version = finalVersion(world, tiles);
  return kept;
}
