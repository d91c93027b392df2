import type { UnitRow } from '#shared/protocol/spectator/messages.js';
import type { Camera } from './camera.js';
import { drawCity, drawCityName, drawStack } from './draw-pieces.js';
import { trace } from './draw-tile.js';
import { BACKGROUND, type Ground } from './ground.js';
import type { LabelBoxes } from './labels.js';
import type { MapLayout, Point } from './layout.js';
import type { MapScene, TargetKind } from './scene.js';
import type { Sprites } from './sprites.js';
import { WorldProjection } from './world-projection.js';

type Pen = CanvasRenderingContext2D;

const colors: Readonly<Record<TargetKind, string>> = { go: '#ffffff', attack: '#ff5a4d', other: '#ffd75e' };

/** Marks the tile at the pen's origin as the target of an offer. */
function drawTarget(pen: Pen, layout: MapLayout, zoom: number, kind: TargetKind): void {
  pen.scale(zoom * 0.86, zoom * 0.86);
  trace(pen, layout.outline);
  pen.fillStyle = colors[kind];
  pen.globalAlpha = 0.17;
  pen.fill();
  pen.globalAlpha = 0.95;
  pen.lineWidth = 2.2;
  pen.strokeStyle = colors[kind];
  pen.setLineDash([5, 3]);
  pen.stroke();
  pen.setLineDash([]);
  pen.globalAlpha = 1;
}

/** Draws the selection around the tile at the pen's origin. */
function drawSelection(pen: Pen, layout: MapLayout, zoom: number): void {
  pen.scale(zoom, zoom);
  trace(pen, layout.outline);
  pen.lineWidth = 2.5;
  pen.strokeStyle = '#fff';
  pen.stroke();
  pen.lineWidth = 1;
  pen.strokeStyle = '#111';
  pen.stroke();
}

/** Pieces up to so many pixels beside the screen are drawn, as they may reach into it. */
const MARGIN_PX = 80;

/** The content of one frame. */
export interface FrameContent {
  readonly scene: MapScene;
  readonly ground: Ground;
  readonly sprites: Sprites;
  readonly stacks: ReadonlyMap<number, readonly UnitRow[]>;
  readonly selected: number | undefined;
  /** Tiles that can be acted on. */
  readonly targets: ReadonlyMap<number, TargetKind>;
}

/** Draws a frame, and new land until a time (milliseconds of `performance.now`). True when some land is left to draw. */
export function paintMap(
  pen: CanvasRenderingContext2D,
  camera: Camera,
  pixelRatio: number,
  shown: FrameContent,
  until: number,
): boolean {
  const projection = new WorldProjection(shown.scene.layout, camera);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = BACKGROUND;
  pen.fillRect(0, 0, pen.canvas.width, pen.canvas.height);
  const isUnfinished = paintGround(pen, camera, pixelRatio, projection, shown.ground, until);
  const at = (tile: number, paint: (place: Point) => void) => {
    for (const place of projection.screenPositions(shown.scene.layout.middle(tile), MARGIN_PX)) {
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

/** Chunks are drawn between whole pixels, so that there are no gaps. */
function paintGround(
  pen: CanvasRenderingContext2D,
  camera: Camera,
  pixelRatio: number,
  projection: WorldProjection,
  ground: Ground,
  until: number,
): boolean {
  let isUnfinished = false;
  for (const { part, shift } of projection.visibleParts()) {
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
  { scene, sprites, stacks }: FrameContent,
  at: (tile: number, paint: (place: Point) => void) => void,
): void {
  const size = scene.layout.innerRadius * 2 * zoom;
  const cities = [...scene.view.cities.values()];
  const cityTiles = new Set(cities.map(({ tile }) => tile));
  for (const [tile, stack] of stacks)
    if (!cityTiles.has(tile)) at(tile, () => drawStack(pen, scene, sprites, stack, size));
  for (const city of cities) at(city.tile, () => drawCity(pen, scene, sprites, city, size));
  const taken: LabelBoxes = [];
  for (const city of cities.toSorted((a, b) => b.size - a.size))
    at(city.tile, (place) => drawCityName(pen, sprites, city, size, place, taken));
}
