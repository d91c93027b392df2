import type { SeatMap } from '../../features/mcp/server/map-data.js';
import { drawMap, tileAt, tileOf, type View } from './draw.js';

/** Pixels of a tile, at least and at most. */
const SCALES = { min: 3, max: 48 } as const;

/** By how much a step brings the map nearer. */
const ZOOM = 1.25;

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The canvas that draws the map. The arrow keys and dragging move the map; + and - zoom it. */
export class AppCanvas {
  readonly #canvas: HTMLCanvasElement;
  readonly #say: (text: string) => void;
  #map: SeatMap | undefined;
  #view: View = { x: 0, y: 0, scale: 16, at: { x: 0, y: 0 } };
  #dragged: { x: number; y: number; hasMoved: boolean } | undefined;

  /** `say` is called with what is on the tile that is pointed at. */
  constructor(canvas: HTMLCanvasElement, say: (text: string) => void) {
    this.#canvas = canvas;
    this.#say = say;
    const box = canvas.parentElement;
    if (box !== null) box.tabIndex = 0;
    box?.addEventListener('keydown', (event) => {
      if (this.#onKey(event.key)) event.preventDefault();
    });
    canvas.addEventListener('pointerdown', ({ offsetX: x, offsetY: y, pointerId }) => {
      canvas.setPointerCapture(pointerId);
      this.#dragged = { x, y, hasMoved: false };
    });
    canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => this.#drag(offsetX, offsetY));
    canvas.addEventListener('pointerup', ({ offsetX, offsetY }) => {
      const isClick = this.#dragged?.hasMoved === false;
      this.#dragged = undefined;
      if (isClick) this.#point(tileAt(this.#view, this.#size, offsetX, offsetY));
    });
  }

  /** Shows a map; the first one is shown whole, later ones where the user looks. */
  show(map: SeatMap): void {
    const isFirst = this.#map === undefined;
    this.#map = map;
    if (isFirst) this.home();
    else this.#point(this.#view.at);
  }

  /** Shows all that is known, and points at the first own city or unit. */
  home(): void {
    const map = this.#map;
    if (map === undefined) return;
    const [columns, rows] = [map.rows[0]?.length ?? 1, map.rows.length || 1];
    const { width, height } = this.#size;
    const isOwn = ({ owner }: { owner: number }) => owner === map.me;
    const middle = { x: map.x + (columns - 1) / 2, y: map.y + (rows - 1) / 2 };
    const at = map.cities.find(isOwn) ??
      map.units.find(isOwn) ?? { x: Math.round(middle.x), y: Math.round(middle.y) };
    this.#view = { ...middle, scale: clamped(Math.min(width / columns, height / rows)), at };
    this.#point(at);
  }

  /** One step nearer or farther, around the tile that is pointed at. */
  zoom(step: 1 | -1): void {
    const { at, scale } = this.#view;
    this.#view = { ...at, at, scale: clamped(scale * ZOOM ** step) };
    this.draw();
  }

  /** Draws the map anew, for example because the page has another size. */
  draw(): void {
    const context = this.#canvas.getContext('2d');
    if (context === null || this.#map === undefined) return;
    const { width, height } = this.#size;
    const ratio = window.devicePixelRatio || 1;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    context.scale(ratio, ratio);
    drawMap(context, this.#map, this.#view, { width, height });
  }

  get #size() {
    const { clientWidth: width, clientHeight: height } = this.#canvas;
    return { width, height };
  }

  #onKey(key: string): boolean {
    const arrow = ARROWS[key];
    if (arrow !== undefined) {
      const { x, y } = this.#view.at;
      this.#point({ x: x + arrow[0], y: y + arrow[1] });
    } else if (key === '+' || key === '=') this.zoom(1);
    else if (key === '-') this.zoom(-1);
    else if (key === 'Home') this.home();
    else return false;
    return true;
  }

  #drag(x: number, y: number): void {
    const from = this.#dragged;
    if (from === undefined || (!from.hasMoved && Math.hypot(x - from.x, y - from.y) < 4)) return;
    const { scale } = this.#view;
    this.#view = {
      ...this.#view,
      x: this.#view.x - (x - from.x) / scale,
      y: this.#view.y - (y - from.y) / scale,
    };
    this.#dragged = { x, y, hasMoved: true };
    this.draw();
  }

  /** Points at a tile of the known part, brings it into view, and says what is there. */
  #point(wanted: { readonly x: number; readonly y: number }): void {
    const map = this.#map;
    if (map === undefined) return;
    const within = (value: number, first: number, count: number) =>
      Math.max(first, Math.min(first + Math.max(0, count - 1), value));
    const at = {
      x: within(wanted.x, map.x, map.rows[0]?.length ?? 0),
      y: within(wanted.y, map.y, map.rows.length),
    };
    const { width, height } = this.#size;
    const { scale } = this.#view;
    // The tile and one beyond it are in view.
    const near = (value: number, middle: number, pixels: number) => {
      const most = Math.max(0, pixels / scale / 2 - 1.5);
      return Math.max(value - most, Math.min(value + most, middle));
    };
    this.#view = { scale, at, x: near(at.x, this.#view.x, width), y: near(at.y, this.#view.y, height) };
    this.draw();
    this.#say(wordsOf(map, at));
  }
}

function clamped(scale: number): number {
  return Math.max(SCALES.min, Math.min(SCALES.max, scale));
}

/** What is on a tile, in a line. */
function wordsOf(map: SeatMap, { x, y }: { readonly x: number; readonly y: number }): string {
  const tile = tileOf(map, x, y);
  const whose = (owner: number) =>
    owner === map.me ? 'ours' : (map.players.find(({ id }) => id === owner)?.nation ?? 'unknown');
  const is = (thing: { x: number; y: number }) => thing.x === x && thing.y === y;
  const cities = map.cities
    .filter(is)
    .map(({ name, size, owner }) => `${name}, size ${size}, ${whose(owner)}`);
  const units = map.units.filter(is).map(({ type, owner }) => `${type}, ${whose(owner)}`);
  const land =
    tile === undefined
      ? 'unknown'
      : `${tile.terrain.replaceAll('_', ' ')}${tile.owner === undefined ? '' : `, land: ${whose(tile.owner.id)}`}${tile.isFogged ? ', in fog' : ''}`;
  return [`${x},${y}: ${land}`, ...cities, ...units].join('; ');
}
