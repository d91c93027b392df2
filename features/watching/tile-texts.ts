import type { Tile } from '../../proxy/rules/lookup/tiles.js';
import type { MapGeometry } from '../../proxy/world/map-geometry.js';
import type { World } from '../../proxy/world/world.js';
import { isKnown, tileRow } from './spectator-entries.js';

/** Tiles whose rows are joined anew when one of them has changed. */
const CHUNK_TILES = 64;

/**
 * The JSON of the rows of all known tiles of a world, by their numbers. Tiles do not change, they are replaced, and none is
 * removed: what is kept is compared with the tiles of the world itself, one by one.
 */
export class TileTexts {
  #map: MapGeometry | undefined;
  #tiles: (Tile | undefined)[] = [];
  /** Empty for a tile that is not known. */
  #rows: string[] = [];
  #chunks: string[] = [];

  /** An array of rows, see TileRow. */
  json(world: World): string {
    if (this.#map !== world.map) this.#begin(world.map);
    const changed = new Set<number>();
    for (const tile of world.tiles.values()) {
      const at = tile.tile;
      if (this.#tiles[at] === tile) continue;
      this.#tiles[at] = tile;
      this.#rows[at] = isKnown(tile) ? JSON.stringify(tileRow(world, tile)) : '';
      changed.add(Math.floor(at / CHUNK_TILES));
    }
    for (const chunk of changed)
      this.#chunks[chunk] = joined(this.#rows.slice(chunk * CHUNK_TILES, (chunk + 1) * CHUNK_TILES));
    return `[${joined(this.#chunks)}]`;
  }

  #begin(map: MapGeometry): void {
    const size = map.xsize * map.ysize;
    this.#map = map;
    this.#tiles = Array.from({ length: size }, () => undefined);
    this.#rows = Array.from({ length: size }, () => '');
    this.#chunks = Array.from({ length: Math.ceil(size / CHUNK_TILES) }, () => '');
  }
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join();
}
