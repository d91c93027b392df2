import type { MapGeometry } from '../../world/map-geometry.js';
import { adjacentTiles, stepsFrom, tilesAround } from '../lookup/adjacency.js';

/** The border of the known land: the unknown tiles beside known ones, and how many of them are seen from each tile. */
export class BorderViews {
  readonly #map: MapGeometry;
  /** By tile: 1 for an unknown tile beside a known one. */
  readonly #border: Uint8Array;
  /** The counts of `within`, by squared radius of vision. */
  readonly #views = new Map<number, Uint16Array>();

  /** Begins with a map of which no tile is known. */
  constructor(map: MapGeometry) {
    this.#map = map;
    this.#border = new Uint8Array(map.tileCount);
  }

  /** Updates the border around a tile that has become known or unknown. */
  moveAround(changed: number, isUnknown: (tile: number) => boolean): void {
    for (const tile of adjacentTiles(this.#map, changed)) {
      const isBorder = isUnknown(tile) && stepsFrom(this.#map, tile).some((to) => !isUnknown(to.tile));
      if (this.#border[tile] === Number(isBorder)) continue;
      this.#border[tile] = Number(isBorder);
      for (const [radiusSq, seen] of this.#views) this.#count(seen, tile, radiusSq, isBorder ? 1 : -1);
    }
  }

  /** By tile: how many border tiles a unit with this squared radius of vision sees from there. Later updates change the same array. */
  within(radiusSq: number): Uint16Array {
    let seen = this.#views.get(radiusSq);
    if (seen !== undefined) return seen;
    seen = new Uint16Array(this.#map.tileCount);
    for (const [tile, isBorder] of this.#border.entries())
      if (isBorder === 1) this.#count(seen, tile, radiusSq, 1);
    this.#views.set(radiusSq, seen);
    return seen;
  }

  #count(seen: Uint16Array, tile: number, radiusSq: number, count: number): void {
    for (const from of tilesAround(this.#map, tile, radiusSq)) seen[from] = (seen[from] ?? 0) + count;
  }
}
