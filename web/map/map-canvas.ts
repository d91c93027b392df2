import type { SpectatorUpdate, UnitRow } from '#shared/protocol/spectator/messages.js';
import type { SpectatorView } from '#shared/protocol/spectator/view.js';
import { Camera, openingPlace } from './camera.js';
import { listenForGestures } from './gestures.js';
import { Ground } from './ground.js';
import { paintMap } from './map-painter.js';
import { Minimap } from './minimap.js';
import type { TargetKind } from './scene.js';
import { agentHomes, homeTile, type MapScene, sceneOf, stacksOf } from './scene.js';
import { Sprites } from './sprites.js';
import { wholePicture } from './whole-picture.js';
import { WorldProjection } from './world-projection.js';

/** The canvases of a map, and what clicks report to. */
export interface MapCanvasOptions {
  readonly canvas: HTMLCanvasElement;
  readonly minimap: HTMLCanvasElement;
  onPick(tile: number | undefined): void;
}

/** Milliseconds of a frame for drawing new land, while the map moves and while it stands still. */
const LAND_MS = { moving: 3, still: 10 } as const;
/** Share of the remaining way that the camera glides in a frame. */
const GLIDE_SHARE = 0.22;
/** Minimum zoom after `goTo`. */
const MIN_GOTO_ZOOM = 1.25;

/** The interactive map. Draws a frame only when something has changed. */
export class MapCanvas {
  readonly #options: MapCanvasOptions;
  readonly #camera = new Camera();
  readonly #cleanUp = new AbortController();
  readonly #reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  readonly #minimap: Minimap;
  #sprites = new Sprites(devicePixelRatio);
  #scene: MapScene | undefined;
  #ground: Ground | undefined;
  #stacks: ReadonlyMap<number, readonly UnitRow[]> = new Map();
  #selected: number | undefined;
  #targets: ReadonlyMap<number, TargetKind> = new Map();
  /** Whose home is shown as soon as it is known. */
  #opensOn: number | 'agents' | undefined;
  /** True once the user has moved the map. */
  #wasMovedByUser = false;
  #frame = 0;
  /** Where the camera was at the last frame. */
  #last = { x: 0, y: 0, zoom: 0 };

  constructor(options: MapCanvasOptions) {
    this.#options = options;
    const { canvas, minimap } = options;
    const { signal } = this.#cleanUp;
    this.#minimap = new Minimap(minimap);
    const watcher = new ResizeObserver(() => this.#resize());
    watcher.observe(canvas);
    signal.addEventListener('abort', () => watcher.disconnect());
    listenForGestures(canvas, this.#camera, signal, {
      onMove: () => this.#moved(),
      onClick: (place) => options.onPick(this.#scene?.layout.tileAt(this.#camera.toWorld(place))),
      onFit: () => this.fit(),
    });
    const toPlace = (event: PointerEvent) => {
      const place = event.buttons === 0 ? undefined : this.#minimap.placeAt(event);
      if (place === undefined) return;
      this.#camera.glide(place);
      this.#moved();
    };
    minimap.addEventListener('pointerdown', toPlace, { signal });
    minimap.addEventListener('pointermove', toPlace, { signal });
  }

  /** Shows a view. The camera stays where it is when the world has the same size and shape. */
  show(view: SpectatorView): void {
    const before = this.#scene?.view.map;
    const { width, height, shape } = view.map;
    const isSame = before?.width === width && before.height === height && before.shape === shape;
    this.#scene = sceneOf(view);
    if (isSame && this.#ground !== undefined) this.#ground.show(this.#scene);
    else this.#ground = new Ground(this.#scene);
    this.#minimap.show(this.#scene);
    this.#camera.bound(this.#scene.layout);
    this.#stacks = stacksOf(this.#scene);
    if (!isSame) this.#showWorld();
    this.#openHome();
    this.draw();
  }

  /**
   * Shows the home of a player, or the world with those of the agents in the middle, once that is known and unless the user
   * has moved to known land.
   */
  openOn(whose: number | 'agents' | undefined): void {
    this.#opensOn = whose;
    this.#openHome();
  }

  /** Draws an update that was applied to the view. */
  update(view: SpectatorView, update: SpectatorUpdate): void {
    if (update.map !== undefined || this.#scene === undefined) {
      this.show(view);
      return;
    }
    for (const [tile] of update.tiles ?? []) {
      this.#ground?.change(tile);
      this.#minimap.change(tile);
    }
    if (update.units !== undefined || update.removed?.units !== undefined)
      this.#stacks = stacksOf(this.#scene);
    this.#openHome();
    this.draw();
  }

  select(tile: number | undefined): void {
    this.#selected = tile;
    this.draw();
  }

  /** Marks the tiles that can be acted on. */
  target(tiles: ReadonlyMap<number, TargetKind>): void {
    this.#targets = tiles;
    this.draw();
  }

  goTo(tile: number): void {
    if (this.#scene === undefined) return;
    const { layout } = this.#scene;
    const zoom = Math.max(this.#camera.zoom, MIN_GOTO_ZOOM);
    this.#camera.glide(new WorldProjection(layout, this.#camera).nearest(layout.middle(tile)), zoom);
    this.#moved();
  }

  zoomBy(factor: number): void {
    this.#camera.zoomAt(factor);
    this.#moved();
  }

  fit(): void {
    this.#showWorld();
    this.#moved();
  }

  /** A PNG of the screen or of the whole world; null when nothing is shown. */
  picture(what: 'view' | 'world', name: string): Promise<Blob | null> {
    if (this.#scene === undefined) return Promise.resolve(null);
    const canvas = what === 'view' ? this.#options.canvas : wholePicture(this.#scene, name);
    return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  }

  close(): void {
    this.#cleanUp.abort();
    cancelAnimationFrame(this.#frame);
  }

  #moved(): void {
    this.#wasMovedByUser = true;
    this.#opensOn = undefined;
    this.draw();
  }

  #showWorld(): void {
    if (this.#scene === undefined) return;
    const { layout } = this.#scene;
    this.#camera.jump({ x: layout.width / 2, y: layout.height / 2 }, this.#camera.fitting(layout));
  }

  #openHome(): void {
    const scene = this.#scene;
    // A canvas without a size yet is opened when it gets one.
    if (this.#opensOn === undefined || scene === undefined || this.#camera.width <= 1) return;
    const home = this.#homeOf(scene, this.#opensOn);
    if (home === undefined) return;
    this.#opensOn = undefined;
    const { layout, view } = scene;
    const middle = layout.tileAt(this.#camera);
    if (this.#wasMovedByUser && middle !== undefined && view.tiles.has(middle)) return;
    this.#camera.jump(home.place, home.zoom);
    this.draw();
  }

  #homeOf({ layout, view }: MapScene, whose: number | 'agents') {
    if (whose !== 'agents') {
      const tile = homeTile(view, whose);
      const zoom = Math.max(this.#camera.zoom, MIN_GOTO_ZOOM);
      return tile === undefined ? undefined : { place: layout.middle(tile), zoom };
    }
    const zoom = this.#camera.fitting(layout);
    const screen = { width: this.#camera.width / zoom, height: this.#camera.height / zoom };
    const place = openingPlace(layout, agentHomes(view), screen);
    return place && { place, zoom };
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
    this.#sprites = new Sprites(devicePixelRatio);
    this.#camera.resize(clientWidth, clientHeight);
    if (this.#scene !== undefined) this.#camera.bound(this.#scene.layout);
    if (wasEmpty) this.#showWorld();
    this.#openHome();
    this.draw();
  }

  #paint(): void {
    const pen = this.#options.canvas.getContext('2d', { alpha: false });
    const [scene, ground] = [this.#scene, this.#ground];
    if (pen === null || scene === undefined || ground === undefined) return;
    const { x, y, zoom } = this.#camera;
    const isOnItsWay = this.#camera.step(scene.layout, this.#reducedMotion.matches ? 1 : GLIDE_SHARE);
    const shown = {
      scene,
      ground,
      sprites: this.#sprites,
      stacks: this.#stacks,
      selected: this.#selected,
      targets: this.#targets,
    };
    const isStill = x === this.#last.x && y === this.#last.y && zoom === this.#last.zoom;
    this.#last = { x, y, zoom };
    const until = performance.now() + (isStill ? LAND_MS.still : LAND_MS.moving);
    const isUnfinished = paintMap(pen, this.#camera, devicePixelRatio, shown, until);
    this.#minimap.draw(this.#camera);
    if (isOnItsWay || isUnfinished) this.draw();
  }
}
