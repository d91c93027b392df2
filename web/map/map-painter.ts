import type { UnitRow } from '#shared/protocol/spectator/messages.js';
import type { Camera } from './camera.js';
import { drawCity, drawCityName, drawStack, type Taken } from './draw-pieces.js';
import { BEYOND, type Ground } from './ground.js';
import type { Point } from './layout.js';
import { Placing } from './placing.js';
import type { Scene } from './scene.js';
import type { Sprites } from './sprites.js';
import type { TargetKind } from './target-kind.js';
import { drawSelection, drawTarget } from './targets.js';

/** Pixels beside the screen in which something that reaches into it may stand. */
const MARGIN = 80;

/** What one frame shows. */
export interface Shown {
  readonly scene: Scene;
  readonly ground: Ground;
  readonly sprites: Sprites;
  readonly stacks: ReadonlyMap<number, readonly UnitRow[]>;
  readonly selected: number | undefined;
  /** Tiles that can be acted on. */
  readonly targets: ReadonlyMap<number, TargetKind>;
}

/** Draws a frame; until that time (of `performance.now`) also land that was not drawn yet. True when some is left. */
export function paintMap(
  pen: CanvasRenderingContext2D,
  camera: Camera,
  pixelRatio: number,
  shown: Shown,
  until: number,
): boolean {
  const placing = new Placing(shown.scene.layout, camera);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = BEYOND;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  const isUnfinished = paintGround(pen, camera, pixelRatio, placing, shown.ground, until);
  const at = (tile: number, paint: (place: Point) => void) => {
    for (const place of placing.seen(shown.scene.layout.middle(tile), MARGIN)) {
      pen.setTransform(pixelRatio, 0, 0, pixelRatio, place.x * pixelRatio, place.y * pixelRatio);
      paint(place);
    }
  };
  const { layout } = shown.scene;
  for (const [tile, kind] of shown.targets) at(tile, () => drawTarget(pen, layout, camera.zoom, kind));
  if (shown.selected !== undefined) at(shown.selected, () => drawSelection(pen, layout, camera.zoom));
  paintPieces(pen, camera.zoom, shown, at);
  return isUnfinished;
}

/** Each picture from one whole pixel to another: beside each other they leave no gap. */
function paintGround(
  pen: CanvasRenderingContext2D,
  camera: Camera,
  pixelRatio: number,
  placing: Placing,
  ground: Ground,
  until: number,
): boolean {
  let isUnfinished = false;
  for (const { part, shift } of placing.parts()) {
    isUnfinished = ground.prepare(part, until) || isUnfinished;
    for (const { canvas, left, top, right, bottom } of ground.pictures(part)) {
      const from = camera.toScreen({ x: left + shift.x, y: top + shift.y });
      const to = camera.toScreen({ x: right + shift.x, y: bottom + shift.y });
      const [x, y] = [Math.round(from.x * pixelRatio), Math.round(from.y * pixelRatio)];
      pen.drawImage(canvas, x, y, Math.round(to.x * pixelRatio) - x, Math.round(to.y * pixelRatio) - y);
    }
  }
  return isUnfinished;
}

function paintPieces(
  pen: CanvasRenderingContext2D,
  zoom: number,
  { scene, sprites, stacks }: Shown,
  at: (tile: number, paint: (place: Point) => void) => void,
): void {
  const size = scene.layout.room * 2 * zoom;
  const cities = [...scene.view.cities.values()];
  const cityTiles = new Set(cities.map(({ tile }) => tile));
  for (const [tile, stack] of stacks)
    if (!cityTiles.has(tile)) at(tile, () => drawStack(pen, scene, sprites, stack, size));
  for (const city of cities) at(city.tile, () => drawCity(pen, scene, sprites, city, size));
  const taken: Taken = [];
  for (const city of cities.toSorted((a, b) => b.size - a.size))
    at(city.tile, (place) => drawCityName(pen, sprites, city, size, place, taken));
}
