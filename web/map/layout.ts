import type { SpectatorMap } from '#shared/protocol/spectator/messages.js';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where tiles lie on the plane, in units of which a tile is about 32 wide. Row and column are the map's own. */
export interface Layout {
  readonly columns: number;
  readonly rows: number;
  readonly width: number;
  readonly height: number;
  /** After which the world repeats itself; 0 where it does not. */
  readonly periodX: number;
  readonly periodY: number;
  /** The corners of a tile around its middle. */
  readonly outline: readonly Point[];
  /** From a tile's middle to those of its neighbours: across its edges, and across its corners. */
  readonly acrossEdges: readonly Point[];
  readonly acrossCorners: readonly Point[];
  /** A length that fits into a tile in every direction. */
  readonly room: number;
  middle(tile: number): Point;
  /** The tile at a place; undefined off the map. */
  tileAt(place: Point): number | undefined;
}

/** Rows of tiles like bricks: how far apart, and how far each row is shifted. */
interface Bricks {
  readonly columnStep: number;
  readonly rowStep: number;
  readonly outline: readonly Point[];
  readonly hasCorners: boolean;
  shift(row: number): number;
  /** Which of two tiles a place belongs to: the one where this is less. */
  measure(dx: number, dy: number): number;
}

const SIZE = 32;
const ISO = 46;
const HEX = 36;
const ROOT3 = Math.sqrt(3);

const square: Bricks = {
  columnStep: SIZE,
  rowStep: SIZE,
  outline: polygon([-1, -1], [1, -1], [1, 1], [-1, 1], SIZE / 2, SIZE / 2),
  hasCorners: true,
  shift: () => 0,
  measure: (dx, dy) => Math.max(Math.abs(dx), Math.abs(dy)),
};

const isometric: Bricks = {
  columnStep: ISO,
  rowStep: ISO / 4,
  outline: polygon([0, -1], [1, 0], [0, 1], [-1, 0], ISO / 2, ISO / 4),
  hasCorners: true,
  shift: (row) => ((row & 1) * ISO) / 2,
  measure: (dx, dy) => Math.abs(dx) + 2 * Math.abs(dy),
};

/** Hexagons that stand on a corner; each row lies half a tile further to the right. */
const hexagonal: Bricks = {
  columnStep: HEX,
  rowStep: (HEX * ROOT3) / 2,
  outline: hexagon(30, HEX / ROOT3),
  hasCorners: false,
  shift: (row) => (row * HEX) / 2,
  measure: Math.hypot,
};

/** Hexagons that lie on an edge. */
const isometricHexagonal: Bricks = {
  columnStep: HEX * ROOT3,
  rowStep: HEX / 2,
  outline: hexagon(0, HEX / ROOT3),
  hasCorners: false,
  shift: (row) => ((row & 1) * HEX * ROOT3) / 2,
  measure: Math.hypot,
};

const bricksByShape: Readonly<Record<string, Bricks>> = {
  isometric,
  hexagonal,
  'isometric hexagonal': isometricHexagonal,
};

export function layoutOf(map: SpectatorMap): Layout {
  const bricks = bricksByShape[map.shape] ?? square;
  const { outline, columnStep, rowStep } = bricks;
  const edge = { x: Math.max(...outline.map(({ x }) => x)), y: Math.max(...outline.map(({ y }) => y)) };
  const periodX = map.wrap_x ? map.width * columnStep : 0;
  const periodY = map.wrap_y ? map.height * rowStep : 0;
  const shifts = Array.from({ length: map.height }, (_, row) => bricks.shift(row));
  const width = periodX || (map.width - 1) * columnStep + Math.max(0, ...shifts) + 2 * edge.x;
  const plane = { ...map, bricks, edge, periodX, periodY };
  return {
    columns: map.width,
    rows: map.height,
    width,
    height: periodY || Math.max(0, map.height - 1) * rowStep + 2 * edge.y,
    periodX,
    periodY,
    outline,
    acrossEdges: outline.map((corner, i) => sum(corner, outline[(i + 1) % outline.length] ?? corner)),
    acrossCorners: bricks.hasCorners ? outline.map((corner) => sum(corner, corner)) : [],
    room: Math.min(edge.x, edge.y * (bricks === isometric ? 1.5 : 1)),
    middle: (tile) => middleOf(plane, tile % map.width, Math.floor(tile / map.width)),
    tileAt: (place) => tileAt(plane, place),
  };
}

interface Plane extends SpectatorMap {
  readonly bricks: Bricks;
  readonly edge: Point;
  readonly periodX: number;
  readonly periodY: number;
}

function middleOf({ bricks, edge, periodX }: Plane, column: number, row: number): Point {
  const x = column * bricks.columnStep + bricks.shift(row) + edge.x;
  return { x: periodX > 0 ? modulo(x, periodX) : x, y: row * bricks.rowStep + edge.y };
}

function tileAt(plane: Plane, { x, y }: Point): number | undefined {
  const { bricks, edge } = plane;
  const nearestRow = Math.round((y - edge.y) / bricks.rowStep);
  let best: { readonly distance: number; readonly row: number; readonly column: number } | undefined;
  for (const row of [nearestRow - 1, nearestRow, nearestRow + 1]) {
    const start = bricks.shift(row) + edge.x;
    const column = Math.round((x - start) / bricks.columnStep);
    const dx = x - start - column * bricks.columnStep;
    const distance = bricks.measure(dx, y - edge.y - row * bricks.rowStep);
    if (best === undefined || distance < best.distance) best = { distance, row, column };
  }
  return best && numberOf(plane, best.column, best.row);
}

function numberOf({ width, height, wrap_x, wrap_y }: Plane, column: number, row: number): number | undefined {
  const x = wrap_x ? modulo(column, width) : column;
  const y = wrap_y ? modulo(row, height) : row;
  return x < 0 || y < 0 || x >= width || y >= height ? undefined : y * width + x;
}

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
