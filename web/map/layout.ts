import type { SpectatorMap } from '#shared/protocol/spectator/messages.js';

/** A point or vector, in units of the layout or in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The geometry of a map on a plane; a tile is about 32 units wide. Rows and columns are those of the native map. */
export interface MapLayout {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** Distance after which a wrapping world repeats; 0 where it does not wrap. */
  readonly periodX: number;
  readonly periodY: number;
  /** The corners of a tile relative to its middle. */
  readonly outline: readonly Point[];
  /** Vectors from a tile's middle to those of its neighbours: across edges, and across corners. */
  readonly acrossEdges: readonly Point[];
  readonly acrossCorners: readonly Point[];
  /** A length that fits into a tile in all directions. */
  readonly innerRadius: number;
  middle(tile: number): Point;
  /** The tile at a point; undefined off the map. */
  tileAt(place: Point): number | undefined;
}

/** Distances of columns and rows of tiles, and how far each row is shifted. */
interface TileGrid {
  readonly columnStep: number;
  readonly rowStep: number;
  readonly outline: readonly Point[];
  readonly hasCorners: boolean;
  shift(row: number): number;
  /** A distance from a tile's middle; a point belongs to the tile with the least. */
  measure(dx: number, dy: number): number;
}

const SQUARE_SIZE = 32;
const ISO_WIDTH = 46;
const HEX_WIDTH = 36;
const ROOT3 = Math.sqrt(3);

const square: TileGrid = {
  columnStep: SQUARE_SIZE,
  rowStep: SQUARE_SIZE,
  outline: polygon([-1, -1], [1, -1], [1, 1], [-1, 1], SQUARE_SIZE / 2, SQUARE_SIZE / 2),
  hasCorners: true,
  shift: () => 0,
  measure: (dx, dy) => Math.max(Math.abs(dx), Math.abs(dy)),
};

const isometric: TileGrid = {
  columnStep: ISO_WIDTH,
  rowStep: ISO_WIDTH / 4,
  outline: polygon([0, -1], [1, 0], [0, 1], [-1, 0], ISO_WIDTH / 2, ISO_WIDTH / 4),
  hasCorners: true,
  shift: (row) => ((row & 1) * ISO_WIDTH) / 2,
  measure: (dx, dy) => Math.abs(dx) + 2 * Math.abs(dy),
};

/** Hexagons standing on a corner; each row is half a tile further to the right. */
const hexagonal: TileGrid = {
  columnStep: HEX_WIDTH,
  rowStep: (HEX_WIDTH * ROOT3) / 2,
  outline: hexagon(30, HEX_WIDTH / ROOT3),
  hasCorners: false,
  shift: (row) => (row * HEX_WIDTH) / 2,
  measure: Math.hypot,
};

/** Hexagons lying on an edge. */
const isometricHexagonal: TileGrid = {
  columnStep: HEX_WIDTH * ROOT3,
  rowStep: HEX_WIDTH / 2,
  outline: hexagon(0, HEX_WIDTH / ROOT3),
  hasCorners: false,
  shift: (row) => ((row & 1) * HEX_WIDTH * ROOT3) / 2,
  measure: Math.hypot,
};

const gridsByShape: Readonly<Record<string, TileGrid>> = {
  isometric,
  hexagonal,
  'isometric hexagonal': isometricHexagonal,
};

/** The layout of a map's size, shape and wrapping. */
export function layoutOf(map: SpectatorMap): MapLayout {
  const grid = gridsByShape[map.shape] ?? square;
  const { outline, columnStep, rowStep } = grid;
  const edge = { x: Math.max(...outline.map(({ x }) => x)), y: Math.max(...outline.map(({ y }) => y)) };
  const periodX = map.wrap_x ? map.width * columnStep : 0;
  const periodY = map.wrap_y ? map.height * rowStep : 0;
  const shifts = Array.from({ length: map.height }, (_, row) => grid.shift(row));
  const width = periodX || (map.width - 1) * columnStep + Math.max(0, ...shifts) + 2 * edge.x;
  const plane = { ...map, grid, edge, periodX, periodY };
  return {
    columns: map.width,
    rows: map.height,
    width,
    height: periodY || Math.max(0, map.height - 1) * rowStep + 2 * edge.y,
    periodX,
    periodY,
    outline,
    acrossEdges: outline.map((corner, i) => sum(corner, outline[(i + 1) % outline.length] ?? corner)),
    acrossCorners: grid.hasCorners ? outline.map((corner) => sum(corner, corner)) : [],
    innerRadius: Math.min(edge.x, edge.y * (grid === isometric ? 1.5 : 1)),
    middle: (tile) => cellCentre(plane, tile % map.width, Math.floor(tile / map.width)),
    tileAt: (place) => tileAt(plane, place),
  };
}

interface Plane extends SpectatorMap {
  readonly grid: TileGrid;
  readonly edge: Point;
  readonly periodX: number;
  readonly periodY: number;
}

function cellCentre({ grid, edge, periodX }: Plane, column: number, row: number): Point {
  const x = column * grid.columnStep + grid.shift(row) + edge.x;
  return { x: periodX > 0 ? modulo(x, periodX) : x, y: row * grid.rowStep + edge.y };
}

function tileAt(plane: Plane, { x, y }: Point): number | undefined {
  const { grid, edge } = plane;
  const nearestRow = Math.round((y - edge.y) / grid.rowStep);
  let best: { readonly distance: number; readonly row: number; readonly column: number } | undefined;
  for (const row of [nearestRow - 1, nearestRow, nearestRow + 1]) {
    const start = grid.shift(row) + edge.x;
    const column = Math.round((x - start) / grid.columnStep);
    const dx = x - start - column * grid.columnStep;
    const distance = grid.measure(dx, y - edge.y - row * grid.rowStep);
    if (best === undefined || distance < best.distance) best = { distance, row, column };
  }
  return best && numberOf(plane, best.column, best.row);
}

function numberOf({ width, height, wrap_x, wrap_y }: Plane, column: number, row: number): number | undefined {
  const x = wrap_x ? modulo(column, width) : column;
  const y = wrap_y ? modulo(row, height) : row;
  return x < 0 || y < 0 || x >= width || y >= height ? undefined : y * width + x;
}

/** The copy of a point of a wrapping world that is nearest to another point. */
export function nearestCopy({ periodX, periodY }: MapLayout, { x, y }: Point, to: Point): Point {
  const near = (value: number, from: number, period: number) =>
    period === 0 ? value : value + Math.round((from - value) / period) * period;
  return { x: near(x, to.x, periodX), y: near(y, to.y, periodY) };
}

/** The remainder of a division, never negative. */
export function modulo(value: number, size: number): number {
  return ((value % size) + size) % size;
}

type Pair = readonly [number, number];

function polygon(
  a: Pair,
  b: Pair,
  c: Pair,
  d: Pair,
  halfWidth: number,
  halfHeight: number,
): readonly Point[] {
  return [a, b, c, d].map(([x, y]) => ({ x: x * halfWidth, y: y * halfHeight }));
}

function hexagon(from: number, radius: number): readonly Point[] {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = ((from + 60 * i) * Math.PI) / 180;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}

function sum(a: Point, b: Point): Point {
  return { x: a.x + b.x, y: a.y + b.y };
}
