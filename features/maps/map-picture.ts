import type { Position } from '../../proxy/world/map-geometry.js';

/** The source of a map: the world of a seat, or a recording. */
export interface MapPicture {
  readonly turn: number;
  readonly grid: MapGrid;
  /** Undefined for a tile that is not known. Tiles are numbered row by row, `y * xsize + x`. */
  tile(index: number): PictureTile | undefined;
  readonly cities: readonly PictureCity[];
  /** The colour of a dot for each tile with units outside of cities. */
  readonly units: ReadonlyMap<number, string>;
}

/** Size and shape of a map, in tiles. */
export interface MapGrid {
  readonly xsize: number;
  readonly ysize: number;
  /** `square`, `isometric`, `hexagonal` or `isometric hexagonal`. */
  readonly shape: string;
}

/** Colours are `#rrggbb`. */
export interface PictureTile {
  readonly color: string;
  /** Undefined for land without an owner. */
  readonly ownerColor: string | undefined;
  /** False for what is remembered from when it was last seen. */
  readonly isSeen: boolean;
}

/** A city in a picture of a map. */
export interface PictureCity {
  readonly tile: number;
  readonly name: string;
  readonly size: number;
  readonly color: string;
}

/** Where tiles are drawn: squares, or on isometric and hexagonal maps bricks, each odd row half a tile to the right. */
export interface Layout {
  /** Tiles in a row. */
  readonly xsize: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly width: number;
  readonly height: number;
  /** Left upper corner of a tile. */
  corner(position: Position): Position;
}

/** Of a picture: a larger one would take seconds to draw. */
const MAX_PIXELS = 4_000_000;

/** Places the tiles of a map in a picture; `scale` is the width of a tile in pixels, made smaller where the picture would have too many. */
export function layoutOf(map: MapGrid, scale: number): Layout {
  const square = map.shape === 'square';
  const tileHeight = square ? scale : scale / 2;
  return {
    xsize: map.xsize,
    tileWidth: scale,
    tileHeight,
    width: map.xsize * scale + (square ? 0 : scale / 2),
    height: map.ysize * tileHeight,
    corner: ({ x, y }) => ({ x: x * scale + (square || y % 2 === 0 ? 0 : scale / 2), y: y * tileHeight }),
  };
}

/** The width of a tile in pixels that is asked for, or as much of it as the largest picture has room for. */
export function fittingScale(map: MapGrid, scale: number): number {
  const most = Math.floor(Math.sqrt(MAX_PIXELS / Math.max(1, map.xsize * map.ysize)));
  return Math.max(1, Math.min(scale, most));
}

/** The middle of a tile in the picture, in pixels. */
export function tileCentre({ xsize, corner, tileWidth, tileHeight }: Layout, tile: number): Position {
  const { x, y } = corner({ x: tile % xsize, y: Math.floor(tile / xsize) });
  return { x: x + tileWidth / 2, y: y + tileHeight / 2 };
}
