import type { TileRow } from '#shared/protocol/spectator/messages.js';
import { drawTile } from './draw-tile.js';
import type { MapLayout, Point } from './layout.js';
import type { MapScene } from './scene.js';

/** Limit of all canvases together, for the memory of phones. */
const MAX_PIXELS = 12e6;
/** Side of a chunk, in units of the layout. */
const CHUNK_SIZE = 384;
/** Tiles drawn between two checks of the clock. */
const TILES_PER_CLOCK_CHECK = 16;

/** Colour outside of the map and of unknown tiles. */
export const BACKGROUND = '#15181d';

/** A square of the world, drawn on a canvas of its own when it is first seen. */
interface Chunk {
  readonly x: number;
  readonly y: number;
  readonly canvas: HTMLCanvasElement;
  /** Tiles to draw again. */
  readonly waiting: Set<number>;
}

/** A part of the plane, in units of the layout. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Caches the drawn land in chunks: a chunk is drawn when it is first visible, and then only where it changes. */
export class Ground {
  /** Pixels for each unit of the layout. */
  readonly scale: number;
  #scene: MapScene;
  readonly #edge: Point;
  readonly #chunks = new Map<string, Chunk>();
  readonly #tilesOf: ReadonlyMap<string, readonly number[]>;

  constructor(scene: MapScene) {
    const { width, height, outline } = scene.layout;
    this.scale = Math.min(2, Math.sqrt(MAX_PIXELS / Math.max(1, width * height)));
    this.#scene = scene;
    this.#edge = { x: Math.max(...outline.map(({ x }) => x)), y: Math.max(...outline.map(({ y }) => y)) };
    const tilesOf = new Map<string, number[]>();
    for (let tile = 0; tile < scene.layout.columns * scene.layout.rows; tile += 1) {
      for (const name of this.#chunksOf(tile)) {
        const tiles = tilesOf.get(name);
        if (tiles === undefined) tilesOf.set(name, [tile]);
        else tiles.push(tile);
      }
    }
    this.#tilesOf = tilesOf;
  }

  /** Shows another view of the same world; equal tiles are not drawn again. */
  show(scene: MapScene): void {
    const before = this.#scene.view;
    this.#scene = scene;
    const { tiles } = scene.view;
    for (const [tile, row] of tiles) if (!isSame(row, before.tiles.get(tile))) this.change(tile);
    for (const tile of before.tiles.keys()) if (!tiles.has(tile)) this.change(tile);
  }

  /** Marks a tile and its neighbours to be drawn again: borders, roads and shores depend on neighbours. */
  change(tile: number): void {
    const { layout } = this.#scene;
    const middle = layout.middle(tile);
    this.#wait(tile);
    for (const way of [...layout.acrossEdges, ...layout.acrossCorners]) {
      const other = layout.tileAt({ x: middle.x + way.x, y: middle.y + way.y });
      if (other !== undefined) this.#wait(other);
    }
  }

  /** Draws changed tiles of a part until a time (milliseconds of `performance.now`); true when some are left. */
  prepare(part: Box, until: number): boolean {
    for (const chunk of this.#chunksIn(part)) {
      const pen = chunk.canvas.getContext('2d', { alpha: false });
      if (pen === null) continue;
      let drawn = 0;
      for (const tile of chunk.waiting) {
        if (drawn % TILES_PER_CLOCK_CHECK === TILES_PER_CLOCK_CHECK - 1 && performance.now() > until)
          return true;
        this.#drawIn(chunk, pen, tile);
        chunk.waiting.delete(tile);
        drawn += 1;
      }
    }
    return false;
  }

  /** The canvases of a part with their positions, in units of the layout. */
  *pictures(part: Box): Generator<{ readonly canvas: HTMLCanvasElement } & Box> {
    for (const { x, y, canvas } of this.#chunksIn(part)) {
      const size = { width: canvas.width / this.scale, height: canvas.height / this.scale };
      yield { canvas, left: x, top: y, right: x + size.width, bottom: y + size.height };
    }
  }

  #wait(tile: number): void {
    for (const name of this.#chunksOf(tile)) this.#chunks.get(name)?.waiting.add(tile);
  }

  #drawIn({ x, y }: Chunk, pen: CanvasRenderingContext2D, tile: number): void {
    const { layout } = this.#scene;
    for (const place of imagesOf(layout, layout.middle(tile))) {
      const isInside =
        place.x + this.#edge.x >= x &&
        place.x - this.#edge.x <= x + CHUNK_SIZE &&
        place.y + this.#edge.y >= y &&
        place.y - this.#edge.y <= y + CHUNK_SIZE;
      if (!isInside) continue;
      pen.setTransform(
        ...[this.scale, 0, 0, this.scale],
        (place.x - x) * this.scale,
        (place.y - y) * this.scale,
      );
      drawTile(pen, this.#scene, tile);
    }
  }

  *#chunksIn({ left, top, right, bottom }: Box): Generator<Chunk> {
    const { width, height } = this.#scene.layout;
    for (let y = start(top); y < Math.min(bottom, height); y += CHUNK_SIZE)
      for (let x = start(left); x < Math.min(right, width); x += CHUNK_SIZE) yield this.#chunk(x, y);
  }

  #chunk(x: number, y: number): Chunk {
    const name = positionKey(x, y);
    let chunk = this.#chunks.get(name);
    if (chunk !== undefined) return chunk;
    const { width, height } = this.#scene.layout;
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.ceil(Math.min(CHUNK_SIZE, width - x) * this.scale));
    canvas.height = Math.max(1, Math.ceil(Math.min(CHUNK_SIZE, height - y) * this.scale));
    const pen = canvas.getContext('2d', { alpha: false });
    if (pen !== null) {
      pen.fillStyle = BACKGROUND;
      pen.fillRect(0, 0, canvas.width, canvas.height);
    }
    const { tiles } = this.#scene.view;
    const known = this.#tilesOf.get(name)?.filter((tile) => tiles.has(tile));
    chunk = { x, y, canvas, waiting: new Set(known) };
    this.#chunks.set(name, chunk);
    return chunk;
  }

  /** A tile on the border of chunks is drawn in each of them. */
  #chunksOf(tile: number): ReadonlySet<string> {
    const { layout } = this.#scene;
    const { x: dx, y: dy } = this.#edge;
    const names = new Set<string>();
    for (const { x, y } of imagesOf(layout, layout.middle(tile)))
      for (const left of [start(x - dx), start(x + dx)])
        for (const top of [start(y - dy), start(y + dy)]) names.add(positionKey(left, top));
    return names;
  }
}

function start(at: number): number {
  return Math.max(0, Math.floor(at / CHUNK_SIZE) * CHUNK_SIZE);
}

function positionKey(x: number, y: number): string {
  return `${x} ${y}`;
}

/** A tile on the seam of a round world is seen at both ends of the picture. */
export function imagesOf({ periodX, periodY }: MapLayout, { x, y }: Point): readonly Point[] {
  const near = 64;
  const xs =
    periodX === 0
      ? [x]
      : [x, ...(x < near ? [x + periodX] : []), ...(x > periodX - near ? [x - periodX] : [])];
  const ys =
    periodY === 0
      ? [y]
      : [y, ...(y < near ? [y + periodY] : []), ...(y > periodY - near ? [y - periodY] : [])];
  return xs.flatMap((left) => ys.map((top) => ({ x: left, y: top })));
}

function isSame(row: TileRow, other: TileRow | undefined): boolean {
  return row.length === other?.length && row.every((value, at) => value === other[at]);
}
