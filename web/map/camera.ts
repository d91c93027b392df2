import { type MapLayout, modulo, nearestCopy, type Point } from './layout.js';

const MIN_ZOOM = 0.1;
const MAX_ZOOM = 4;

/** The part of the world that is on the screen. `glide`, `push` and `zoomAt` set a target, which `step` approaches. */
export class Camera {
  /** The point in the middle of the screen, in units of the layout. */
  x = 0;
  y = 0;
  /** Pixels for each unit of the layout. */
  zoom = 1;
  #target: { x: number; y: number; zoom: number } = { x: 0, y: 0, zoom: 1 };
  #width = 1;
  #height = 1;
  #minZoom = MIN_ZOOM;

  get width(): number {
    return this.#width;
  }

  get height(): number {
    return this.#height;
  }

  resize(width: number, height: number): void {
    this.#width = Math.max(1, width);
    this.#height = Math.max(1, height);
  }

  /** Limits the zoom so that the world is not smaller than the screen. */
  bound({ width, height }: MapLayout): void {
    this.#minZoom = Math.max(MIN_ZOOM, 0.9 * Math.min(1, this.#width / width, this.#height / height));
  }

  /** The zoom at which the world fills the screen. */
  fitting(layout: MapLayout): number {
    const zoom = Math.max(this.#width / layout.width, this.#height / layout.height);
    return this.#clampZoom(Math.min(zoom, 2));
  }

  jump(place: Point, zoom: number): void {
    this.#target = { x: place.x, y: place.y, zoom: this.#clampZoom(zoom) };
    Object.assign(this, this.#target);
  }

  glide(place: Point, zoom = this.#target.zoom): void {
    this.#target = { x: place.x, y: place.y, zoom: this.#clampZoom(zoom) };
  }

  /** Moves by screen pixels at once, as a finger holds the map. */
  drag(dx: number, dy: number): void {
    this.jump({ x: this.x - dx / this.zoom, y: this.y - dy / this.zoom }, this.zoom);
  }

  /** Moves by screen pixels, gliding. */
  push(dx: number, dy: number): void {
    const { x, y, zoom } = this.#target;
    this.#target = { x: x + dx / zoom, y: y + dy / zoom, zoom };
  }

  /** Zooms around a point of the screen. */
  zoomAt(factor: number, at: Point = { x: this.#width / 2, y: this.#height / 2 }): void {
    const { x, y, zoom } = this.#target;
    const next = this.#clampZoom(zoom * factor);
    const [dx, dy] = [at.x - this.#width / 2, at.y - this.#height / 2];
    this.#target = { x: x + dx / zoom - dx / next, y: y + dy / zoom - dy / next, zoom: next };
  }

  toWorld({ x, y }: Point): Point {
    return { x: this.x + (x - this.#width / 2) / this.zoom, y: this.y + (y - this.#height / 2) / this.zoom };
  }

  toScreen({ x, y }: Point): Point {
    return { x: (x - this.x) * this.zoom + this.#width / 2, y: (y - this.y) * this.zoom + this.#height / 2 };
  }

  /** Moves by a share of the way to the target; true while the target is not reached. Wrapping worlds have no edge. */
  step(layout: MapLayout, share: number): boolean {
    this.#keepInside(layout);
    const { x, y, zoom } = this.#target;
    this.zoom *= (zoom / this.zoom) ** share;
    this.x += (x - this.x) * share;
    this.y += (y - this.y) * share;
    const near = Math.abs(x - this.x) + Math.abs(y - this.y) < 0.3 && Math.abs(zoom / this.zoom - 1) < 0.002;
    if (near) Object.assign(this, this.#target);
    return !near;
  }

  #clampZoom(zoom: number): number {
    return Math.max(this.#minZoom, Math.min(MAX_ZOOM, zoom));
  }

  #keepInside({ width, height, periodX, periodY }: MapLayout): void {
    const target = this.#target;
    if (periodX === 0) target.x = Math.max(0, Math.min(width, target.x));
    if (periodY === 0) target.y = Math.max(0, Math.min(height, target.y));
    const dx = periodX === 0 ? 0 : modulo(target.x, periodX) - target.x;
    const dy = periodY === 0 ? 0 : modulo(target.y, periodY) - target.y;
    this.x += dx;
    this.y += dy;
    target.x += dx;
    target.y += dy;
  }
}

/** Homes that are at most this share of the screen apart are shown together. */
const SHARED_SHARE = 0.9;

/**
 * The middle of the screen with which a game opens: between these tiles where the screen shows them all, else on the first
 * of them; no nearer to the edge of a flat world than the screen reaches. `screen` in units of the layout. Undefined
 * without tiles.
 */
export function openingPlace(
  layout: MapLayout,
  tiles: readonly number[],
  screen: { readonly width: number; readonly height: number },
): Point | undefined {
  const [first, ...others] = tiles.map((tile) => layout.middle(tile));
  if (first === undefined) return undefined;
  const places = [first, ...others.map((place) => nearestCopy(layout, place, first))];
  const across = extentOf(places.map(({ x }) => x));
  const down = extentOf(places.map(({ y }) => y));
  const areTogether = across.size <= SHARED_SHARE * screen.width && down.size <= SHARED_SHARE * screen.height;
  const place = areTogether ? { x: across.middle, y: down.middle } : first;
  return {
    x: layout.periodX > 0 ? place.x : inside(place.x, screen.width, layout.width),
    y: layout.periodY > 0 ? place.y : inside(place.y, screen.height, layout.height),
  };
}

function extentOf(values: readonly number[]): { readonly size: number; readonly middle: number } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return { size: most - least, middle: (least + most) / 2 };
}

/** The nearest middle of a screen that does not reach beyond the world; the middle of a world that is smaller. */
function inside(value: number, screen: number, world: number): number {
  return screen >= world ? world / 2 : Math.max(screen / 2, Math.min(world - screen / 2, value));
}
