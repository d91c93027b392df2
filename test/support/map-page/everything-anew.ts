import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { Camera } from '../../../web/map/camera.js';
import { drawCity, drawCityName, drawStack } from '../../../web/map/draw-pieces.js';
import { drawTile } from '../../../web/map/draw-tile.js';
import { listenForGestures } from '../../../web/map/gestures.js';
import type { Point } from '../../../web/map/layout.js';
import { type MapScene, sceneOf, stacksOf } from '../../../web/map/scene.js';
import { Sprites } from '../../../web/map/sprites.js';
import { WorldProjection } from '../../../web/map/world-projection.js';

/** The control: the same map by one who keeps no pictures, so that every frame draws every tile and piece in sight anew. */
export class EverythingAnew {
  readonly #canvas: HTMLCanvasElement;
  readonly #camera = new Camera();
  readonly #end = new AbortController();
  #scene: MapScene | undefined;
  #frame = 0;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    canvas.width = canvas.clientWidth;
    canvas.height = canvas.clientHeight;
    this.#camera.resize(canvas.width, canvas.height);
    const onMove = () => this.#draw();
    listenForGestures(canvas, this.#camera, this.#end.signal, { onMove, onClick() {}, onFit() {} });
  }

  show(view: SpectatorView): void {
    this.#scene = sceneOf(view);
    const { layout } = this.#scene;
    this.#camera.bound(layout);
    this.#camera.jump({ x: layout.width / 2, y: layout.height / 2 }, this.#camera.fitting(layout));
    this.#draw();
  }

  update(_view: SpectatorView, _update: unknown): void {
    this.#draw();
  }

  close(): void {
    this.#end.abort();
    cancelAnimationFrame(this.#frame);
    this.#scene = undefined;
  }

  #draw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #paint(): void {
    const pen = this.#canvas.getContext('2d', { alpha: false });
    const scene = this.#scene;
    if (pen === null || scene === undefined) return;
    if (this.#camera.step(scene.layout, 0.22)) this.#draw();
    const { zoom } = this.#camera;
    const placing = new WorldProjection(scene.layout, this.#camera);
    const at = (tile: number, paint: (place: Point) => void) => {
      for (const place of placing.screenPositions(scene.layout.middle(tile), 40)) {
        pen.setTransform(1, 0, 0, 1, place.x, place.y);
        paint(place);
      }
    };
    for (const tile of scene.view.tiles.keys())
      at(tile, () => {
        pen.scale(zoom, zoom);
        drawTile(pen, scene, tile);
      });
    const size = scene.layout.innerRadius * 2 * zoom;
    const sprites = new Sprites(1);
    for (const [tile, stack] of stacksOf(scene)) at(tile, () => drawStack(pen, scene, sprites, stack, size));
    for (const city of scene.view.cities.values()) {
      at(city.tile, () => drawCity(pen, scene, sprites, city, size));
      at(city.tile, (place) => drawCityName(pen, sprites, city, size, place, []));
    }
  }
}
