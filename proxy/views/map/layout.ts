import type { MapGeometry, Position } from '../../world/map-geometry.js';

/** Where tiles are drawn: squares, or on isometric and hexagonal maps bricks, each odd row half a tile to the right. */
export interface Layout {
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly width: number;
  readonly height: number;
  /** Left upper corner of a tile. */
  corner(position: Position): Position;
}

export function layoutOf(map: MapGeometry, scale: number): Layout {
  const square = map.shape === 'square';
  const tileHeight = square ? scale : scale / 2;
  return {
    tileWidth: scale,
    tileHeight,
    width: map.xsize * scale + (square ? 0 : scale / 2),
    height: map.ysize * tileHeight,
    corner: ({ x, y }) => ({ x: x * scale + (square || y % 2 === 0 ? 0 : scale / 2), y: y * tileHeight }),
  };
}
