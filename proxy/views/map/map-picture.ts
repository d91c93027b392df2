/** What a map is drawn from, whoever knows it: the world of a seat, or a recording. */
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
  /** Undefined for land that nobody owns. */
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
