import type { Camera } from './camera.js';
import { trace } from './draw-tile.js';
import { BACKGROUND, imagesOf } from './ground.js';
import type { Point } from './layout.js';
import { colorOf, isFogged, type MapScene, ownerOf, terrainStyleOf } from './scene.js';

/** The small map: the whole world, its cities, and a frame around the visible part. */
export class Minimap {
  readonly #canvas: HTMLCanvasElement;
  /** The land only; a tile is drawn again when it changes. */
  readonly #land = document.createElement('canvas');
  readonly #changed = new Set<number>();
  #scene: MapScene | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /** Shows another view. */
  show(scene: MapScene): void {
    this.#scene = scene;
    this.#land.width = 0;
  }

  change(tile: number): void {
    this.#changed.add(tile);
  }

  draw(camera: Camera): void {
    const scene = this.#scene;
    const pen = this.#canvas.getContext('2d', { alpha: false });
    if (pen === null || scene === undefined || scene.layout.width === 0) return;
    const { layout, view } = scene;
    const width = Math.max(1, Math.round(this.#canvas.clientWidth * devicePixelRatio));
    const height = Math.max(1, Math.round((width * layout.height) / layout.width));
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    this.#drawLand(scene, width, height);
    pen.drawImage(this.#land, 0, 0);
    const scale = width / layout.width;
    for (const city of view.cities.values()) {
      const { x, y } = layout.middle(city.tile);
      pen.fillStyle = '#fff';
      pen.fillRect(x * scale - 2.5, y * scale - 2.5, 5, 5);
      pen.fillStyle = colorOf(scene, city.owner);
      pen.fillRect(x * scale - 1.5, y * scale - 1.5, 3, 3);
    }
    drawFrame(pen, scene, camera, width);
  }

  /** The point of the world under the pointer, in units of the layout. */
  placeAt({ offsetX, offsetY }: MouseEvent): Point | undefined {
    const { clientWidth, clientHeight } = this.#canvas;
    const layout = this.#scene?.layout;
    return (
      layout && { x: (offsetX / clientWidth) * layout.width, y: (offsetY / clientHeight) * layout.height }
    );
  }

  #drawLand(scene: MapScene, width: number, height: number): void {
    const isOther = this.#land.width !== width || this.#land.height !== height;
    if (isOther) {
      this.#land.width = width;
      this.#land.height = height;
    }
    const pen = this.#land.getContext('2d', { alpha: false });
    if (pen === null) return;
    if (isOther) {
      pen.fillStyle = BACKGROUND;
      pen.fillRect(0, 0, width, height);
      for (const tile of scene.view.tiles.keys()) this.#changed.add(tile);
    }
    const scale = width / scene.layout.width;
    for (const tile of this.#changed) drawLandTile(pen, scene, tile, scale);
    this.#changed.clear();
  }
}

function drawLandTile(pen: CanvasRenderingContext2D, scene: MapScene, tile: number, scale: number): void {
  const { layout } = scene;
  const owner = ownerOf(scene, tile);
  for (const { x, y } of imagesOf(layout, layout.middle(tile))) {
    pen.setTransform(scale, 0, 0, scale, x * scale, y * scale);
    trace(pen, layout.outline);
    fill(pen, terrainStyleOf(scene, tile)?.color ?? BACKGROUND);
    if (owner >= 0) fill(pen, colorOf(scene, owner), 0.3);
    if (isFogged(scene, tile)) fill(pen, 'rgb(16 20 28)', 0.5);
  }
}

/** Fills the path with a thin edge of the same colour, so that there are no gaps between tiles. */
function fill(pen: CanvasRenderingContext2D, color: string, alpha = 1): void {
  pen.globalAlpha = alpha;
  pen.fillStyle = color;
  pen.fill();
  pen.strokeStyle = color;
  pen.lineWidth = 1;
  pen.stroke();
  pen.globalAlpha = 1;
}

function drawFrame(pen: CanvasRenderingContext2D, { layout }: MapScene, camera: Camera, width: number): void {
  const scale = width / layout.width;
  const [left, top] = [camera.x - camera.width / 2 / camera.zoom, camera.y - camera.height / 2 / camera.zoom];
  const [wide, high] = [camera.width / camera.zoom, camera.height / camera.zoom];
  pen.strokeStyle = '#fff';
  pen.lineWidth = 1.5;
  for (const shift of layout.periodX === 0 ? [0] : [-width, 0, width])
    pen.strokeRect(left * scale + shift, top * scale, wide * scale, high * scale);
}
