import type { SpectatorUpdate, UnitRow } from '#shared/spectator/messages.js';
import type { SpectatorView } from '#shared/spectator/view.js';
import { Camera } from './camera.js';
import { drawCity, drawCityName, drawStack, type Taken } from './draw-pieces.js';
import { trace } from './draw-tile.js';
import { listenForGestures } from './gestures.js';
import { BEYOND, Ground } from './ground.js';
import type { Point } from './layout.js';
import { drawMinimap, placeOnMinimap } from './minimap.js';
import { type Scene, sceneOf, stacksOf } from './scene.js';

export interface MapCanvasOptions {
  readonly canvas: HTMLCanvasElement;
  readonly minimap: HTMLCanvasElement;
  onPick(tile: number | undefined): void;
}

/** The map on its canvas: draws a frame when something has changed, and only then. */
export class MapCanvas {
  readonly #options: MapCanvasOptions;
  readonly #camera = new Camera();
  readonly #cleanUp = new AbortController();
  readonly #calm = matchMedia('(prefers-reduced-motion: reduce)');
  #scene: Scene | undefined;
  #ground: Ground | undefined;
  #stacks: ReadonlyMap<number, readonly UnitRow[]> = new Map();
  #selected: number | undefined;
  #frame = 0;

  constructor(options: MapCanvasOptions) {
    this.#options = options;
    const { canvas, minimap } = options;
    const { signal } = this.#cleanUp;
    const watcher = new ResizeObserver(() => this.#resize());
    watcher.observe(canvas);
    signal.addEventListener('abort', () => watcher.disconnect());
    listenForGestures(canvas, this.#camera, signal, {
      onMove: () => this.draw(),
      onClick: (place) => options.onPick(this.#scene?.layout.tileAt(this.#camera.toWorld(place))),
      onFit: () => this.fit(),
    });
    const toPlace = (event: PointerEvent) => {
      if (event.buttons === 0 || this.#scene === undefined) return;
      this.#camera.glide(placeOnMinimap(minimap, this.#scene, event));
      this.draw();
    };
    minimap.addEventListener('pointerdown', toPlace, { signal });
    minimap.addEventListener('pointermove', toPlace, { signal });
  }

  /** Another game, or the same one anew. The camera stays where it is in a world of the same shape. */
  show(view: SpectatorView): void {
    const before = this.#scene?.view.map;
    const { width, height, shape } = view.map;
    const isSame = before?.width === width && before.height === height && before.shape === shape;
    this.#scene = sceneOf(view);
    if (isSame && this.#ground !== undefined) this.#ground.show(this.#scene);
    else this.#ground = new Ground(this.#scene);
    this.#stacks = stacksOf(this.#scene);
    if (!isSame) this.fit();
    this.draw();
  }

  /** The view has taken this update. */
  update(view: SpectatorView, update: SpectatorUpdate): void {
    if (update.map !== undefined || this.#scene === undefined) {
      this.show(view);
      return;
    }
    for (const [tile] of update.tiles ?? []) this.#ground?.change(tile);
    this.#stacks = stacksOf(this.#scene);
    this.draw();
  }

  select(tile: number | undefined): void {
    this.#selected = tile;
    this.draw();
  }

  goTo(tile: number): void {
    if (this.#scene === undefined) return;
    const zoom = Math.max(this.#camera.zoom, 1);
    this.#camera.glide(this.#nearest(this.#scene.layout.middle(tile)), zoom);
    this.draw();
  }

  zoomBy(factor: number): void {
    this.#camera.zoomAt(factor);
    this.draw();
  }

  fit(): void {
    if (this.#scene === undefined) return;
    const { layout } = this.#scene;
    this.#camera.jump({ x: layout.width / 2, y: layout.height / 2 }, this.#camera.fitting(layout));
    this.draw();
  }

  close(): void {
    this.#cleanUp.abort();
    cancelAnimationFrame(this.#frame);
  }

  draw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#paint();
    });
  }

  #resize(): void {
    const { canvas } = this.#options;
    const { clientWidth, clientHeight } = canvas;
    const wasEmpty = this.#camera.width <= 1;
    canvas.width = Math.round(clientWidth * devicePixelRatio);
    canvas.height = Math.round(clientHeight * devicePixelRatio);
    this.#camera.resize(clientWidth, clientHeight);
    if (wasEmpty) this.fit();
    this.draw();
  }

  #paint(): void {
    const pen = this.#options.canvas.getContext('2d', { alpha: false });
    if (pen === null || this.#scene === undefined || this.#ground === undefined) return;
    this.#ground.draw();
    if (this.#camera.step(this.#scene.layout, this.#calm.matches ? 1 : 0.22)) this.draw();
    pen.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    pen.fillStyle = BEYOND;
    pen.fillRect(0, 0, this.#camera.width, this.#camera.height);
    this.#paintGround(pen, this.#ground);
    if (this.#selected !== undefined) this.#paintSelection(pen, this.#scene, this.#selected);
    this.#paintPieces(pen, this.#scene);
    drawMinimap(this.#options.minimap, this.#scene, this.#ground, this.#camera);
  }

  #paintGround(pen: CanvasRenderingContext2D, ground: Ground): void {
    const { zoom } = this.#camera;
    const size = { width: ground.canvas.width / ground.scale, height: ground.canvas.height / ground.scale };
    for (const { x, y } of this.#seen({ x: 0, y: 0 }, size.width, size.height)) {
      pen.drawImage(ground.canvas, x, y, size.width * zoom + 0.5, size.height * zoom + 0.5);
    }
  }

  #paintPieces(pen: CanvasRenderingContext2D, scene: Scene): void {
    const size = scene.layout.room * 2 * this.#camera.zoom;
    const cities = [...scene.view.cities.values()];
    const cityTiles = new Set(cities.map(({ tile }) => tile));
    for (const [tile, stack] of this.#stacks) {
      if (!cityTiles.has(tile)) this.#at(pen, scene, tile, () => drawStack(pen, scene, stack, size));
    }
    for (const city of cities) this.#at(pen, scene, city.tile, () => drawCity(pen, scene, city, size));
    const taken: Taken = [];
    for (const city of cities.toSorted((a, b) => b.size - a.size)) {
      this.#at(pen, scene, city.tile, (place) => drawCityName(pen, city, size, place, taken));
    }
  }

  #paintSelection(pen: CanvasRenderingContext2D, scene: Scene, tile: number): void {
    this.#at(pen, scene, tile, () => {
      pen.scale(this.#camera.zoom, this.#camera.zoom);
      trace(pen, scene.layout.outline);
      pen.lineWidth = 2.5;
      pen.strokeStyle = '#fff';
      pen.stroke();
      pen.lineWidth = 1;
      pen.strokeStyle = '#111';
      pen.stroke();
    });
  }

  #at(pen: CanvasRenderingContext2D, scene: Scene, tile: number, paint: (place: Point) => void): void {
    const margin = 80;
    for (const place of this.#seen(scene.layout.middle(tile), 0, 0, margin)) {
      pen.save();
      pen.translate(place.x, place.y);
      paint(place);
      pen.restore();
    }
  }

  /** Where on the screen something of the world is seen: on a small round world several times. */
  #seen(place: Point, width: number, height: number, margin = 0): readonly Point[] {
    const camera = this.#camera;
    const { x, y } = camera.toScreen(place);
    const { periodX = 0, periodY = 0 } = this.#scene?.layout ?? {};
    const xs = repeats(x, width * camera.zoom, periodX * camera.zoom, camera.width, margin);
    const ys = repeats(y, height * camera.zoom, periodY * camera.zoom, camera.height, margin);
    return xs.flatMap((left) => ys.map((top) => ({ x: left, y: top })));
  }

  /** The image of a place that is nearest to what the camera looks at. */
  #nearest({ x, y }: Point): Point {
    const { periodX = 0, periodY = 0 } = this.#scene?.layout ?? {};
    const near = (value: number, from: number, period: number) =>
      period === 0 ? value : value + Math.round((from - value) / period) * period;
    return { x: near(x, this.#camera.x, periodX), y: near(y, this.#camera.y, periodY) };
  }
}

/** Where something of that length begins within the screen, when it repeats itself after `period`. */
function repeats(start: number, length: number, period: number, screen: number, margin: number): number[] {
  const isSeen = (at: number) => at + length >= -margin && at <= screen + margin;
  if (period === 0) return isSeen(start) ? [start] : [];
  const first = start - Math.ceil((start + length + margin) / period) * period;
  const found: number[] = [];
  for (let at = first; at <= screen + margin; at += period) if (isSeen(at)) found.push(at);
  return found;
}
