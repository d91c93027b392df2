import type { TileRow } from '#shared/spectator/messages.js';
import { drawTile } from './draw-tile.js';
import type { Point } from './layout.js';
import type { Scene } from './scene.js';

/** A canvas of more pixels than this costs too much memory on a phone. */
const MOST_PIXELS = 12e6;

/** Where no land is. */
export const BEYOND = '#15181d';

/** The land, drawn once and then only where it changes. One picture of the whole world. */
export class Ground {
  readonly canvas: HTMLCanvasElement;
  /** Pixels for each unit of the layout. */
  readonly scale: number;
  #scene: Scene;
  readonly #pen: CanvasRenderingContext2D | null;
  readonly #changed = new Set<number>();
  #isEmpty = true;

  constructor(scene: Scene) {
    const { width, height } = scene.layout;
    this.scale = Math.min(2, Math.sqrt(MOST_PIXELS / Math.max(1, width * height)));
    this.canvas = document.createElement('canvas');
    this.canvas.width = Math.max(1, Math.ceil(width * this.scale));
    this.canvas.height = Math.max(1, Math.ceil(height * this.scale));
    this.#scene = scene;
    this.#pen = this.canvas.getContext('2d', { alpha: false });
    for (const tile of scene.view.tiles.keys()) this.#changed.add(tile);
  }

  /** Shows another view of the same world: what looks the same is not drawn again. */
  show(scene: Scene): void {
    const before = this.#scene.view;
    this.#scene = scene;
    const { tiles } = scene.view;
    for (const [tile, row] of tiles) if (!isSame(row, before.tiles.get(tile))) this.change(tile);
    for (const tile of before.tiles.keys()) if (!tiles.has(tile)) this.change(tile);
  }

  /** A tile looks different now, and so may those beside it: borders, ways, shores. */
  change(tile: number): void {
    const { layout } = this.#scene;
    const middle = layout.middle(tile);
    this.#changed.add(tile);
    for (const way of [...layout.acrossEdges, ...layout.acrossCorners]) {
      const other = layout.tileAt({ x: middle.x + way.x, y: middle.y + way.y });
      if (other !== undefined) this.#changed.add(other);
    }
  }

  /** Draws what has changed. */
  draw(): void {
    const pen = this.#pen;
    if (pen === null || this.#changed.size === 0) return;
    if (this.#isEmpty) {
      pen.fillStyle = BEYOND;
      pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
      this.#isEmpty = false;
    }
    for (const tile of this.#changed) {
      const middle = this.#scene.layout.middle(tile);
      for (const place of this.#images(middle)) {
        pen.setTransform(this.scale, 0, 0, this.scale, place.x * this.scale, place.y * this.scale);
        drawTile(pen, this.#scene, tile);
      }
    }
    this.#changed.clear();
  }

  /** A tile on the seam of a round world is seen at both ends of the picture. */
  #images({ x, y }: Point): readonly Point[] {
    const { periodX, periodY } = this.#scene.layout;
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
}

function isSame(row: TileRow, other: TileRow | undefined): boolean {
  return row.length === other?.length && row.every((value, at) => value === other[at]);
}
