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

/** Of a picture, so that nobody can ask for one that takes seconds to draw. */
const MOST_PIXELS = 4_000_000;

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

/** The width of a tile in pixels that is asked for, or as much of it as the largest picture has room for. */
export function fittingScale(map: MapGeometry, scale: number): number {
  const most = Math.floor(Math.sqrt(MOST_PIXELS / Math.max(1, map.tileCount)));
  return Math.max(1, Math.min(scale, most));
}

export function middleOf({ corner, tileWidth, tileHeight }: Layout, position: Position): Position {
  const { x, y } = corner(position);
  return { x: x + tileWidth / 2, y: y + tileHeight / 2 };
}
