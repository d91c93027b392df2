import type { ExtraKind } from '#shared/protocol/spectator/rules.js';
import type { Point } from './layout.js';
import { drawMarks } from './marks.js';
import { dimColor } from './palette.js';
import { colorOf, isFogged, kindsOn, type MapScene, neighborAt, ownerOf, terrainStyleOf } from './scene.js';

type Pen = CanvasRenderingContext2D;

/** Draws one tile at the pen's origin: terrain, extras, roads, and its side of the border. */
export function drawTile(pen: Pen, scene: MapScene, tile: number): void {
  const look = terrainStyleOf(scene, tile);
  const { layout } = scene;
  const middle = layout.middle(tile);
  trace(pen, layout.outline);
  const color = look?.color ?? '#15181d';
  pen.fillStyle = color;
  // A thin edge closes the gap to the tiles beside it; it is as dark as they will see this one.
  pen.strokeStyle = isFogged(scene, tile) ? dimColor(color) : color;
  pen.lineWidth = 0.8;
  pen.stroke();
  pen.fill();
  if (look === undefined) return;
  shade(pen, tile);
  pen.save();
  pen.clip();
  if (look.isWater) drawShore(pen, scene, middle);
  drawMarks(pen, look.marks, layout.innerRadius);
  const kinds = kindsOn(scene, tile);
  if (kinds.size > 0) drawExtras(pen, scene, middle, kinds);
  drawBorder(pen, scene, tile, middle);
  if (isFogged(scene, tile)) drawFog(pen, layout.outline);
  pen.restore();
}

function drawFog(pen: Pen, outline: readonly Point[]): void {
  trace(pen, outline);
  pen.fillStyle = 'rgb(16 20 28 / 0.5)';
  pen.fill();
}

/** Begins a path along an outline. */
export function trace(pen: Pen, outline: readonly Point[]): void {
  pen.beginPath();
  for (const { x, y } of outline) pen.lineTo(x, y);
  pen.closePath();
}

/** Varies the brightness of tiles a little. */
function shade(pen: Pen, tile: number): void {
  const grain = ((tile * 2654435761) >>> 24) / 255;
  pen.fillStyle =
    grain < 0.5 ? `rgb(0 0 0 / ${(0.5 - grain) * 0.07})` : `rgb(255 255 255 / ${(grain - 0.5) * 0.09})`;
  pen.fill();
}

/** Shallow water where land begins. */
function drawShore(pen: Pen, scene: MapScene, middle: Point): void {
  pen.strokeStyle = 'rgb(190 222 235 / 0.35)';
  pen.lineWidth = 6;
  forEdges(scene, middle, (from, to, other) => {
    const beyond = terrainStyleOf(scene, other);
    if (beyond !== undefined && !beyond.isWater) line(pen, from, to);
  });
}

function drawBorder(pen: Pen, scene: MapScene, tile: number, middle: Point): void {
  const owner = ownerOf(scene, tile);
  if (owner < 0) return;
  const color = colorOf(scene, owner);
  pen.fillStyle = color;
  pen.globalAlpha = 0.13;
  trace(pen, scene.layout.outline);
  pen.fill();
  pen.globalAlpha = 0.95;
  pen.strokeStyle = color;
  pen.lineCap = 'round';
  pen.lineWidth = 5;
  forEdges(scene, middle, (from, to, other) => {
    if (other !== undefined && ownerOf(scene, other) !== owner) line(pen, from, to);
  });
  pen.globalAlpha = 1;
}

function drawExtras(pen: Pen, scene: MapScene, middle: Point, kinds: ReadonlySet<ExtraKind>): void {
  const { layout } = scene;
  const size = layout.innerRadius;
  if (kinds.has('irrigation')) drawFields(pen, size);
  if (kinds.has('river')) {
    pen.strokeStyle = '#4a8fc4';
    pen.lineWidth = 3.4;
    drawWays(
      pen,
      scene,
      middle,
      layout.acrossEdges,
      (other) => kindsOn(scene, other).has('river') || terrainStyleOf(scene, other)?.isWater === true,
    );
  }
  if (kinds.has('road') || kinds.has('rail')) {
    const ways = [...layout.acrossEdges, ...layout.acrossCorners];
    pen.strokeStyle = kinds.has('rail') ? '#3c3a3a' : '#8a5a33';
    pen.lineWidth = kinds.has('rail') ? 2.6 : 2;
    drawWays(pen, scene, middle, ways, (other) => {
      const there = kindsOn(scene, other);
      return there.has('road') || there.has('rail');
    });
  }
  if (kinds.has('mine')) drawMine(pen, size);
  if (kinds.has('resource')) drawGem(pen, size);
  if (kinds.has('base')) drawBase(pen, size);
  if (kinds.has('hut')) drawHut(pen, size);
  if (kinds.has('pollution')) drawWaste(pen, size);
}

/** Lines from the middle half way to each neighbour with the same kind; a dot when there is none. */
function drawWays(
  pen: Pen,
  scene: MapScene,
  middle: Point,
  ways: readonly Point[],
  leadsTo: (tile: number) => boolean,
): void {
  pen.lineCap = 'round';
  pen.beginPath();
  pen.moveTo(-1, 0);
  pen.lineTo(1, 0);
  for (const way of ways) {
    const other = neighborAt(scene, middle, way);
    if (other === undefined || !leadsTo(other)) continue;
    pen.moveTo(0, 0);
    pen.lineTo(way.x / 2, way.y / 2);
  }
  pen.stroke();
}

function forEdges(
  scene: MapScene,
  middle: Point,
  visit: (from: Point, to: Point, other: number | undefined) => void,
): void {
  const { outline, acrossEdges } = scene.layout;
  for (const [i, way] of acrossEdges.entries()) {
    const from = outline[i];
    const to = outline[(i + 1) % outline.length];
    if (from !== undefined && to !== undefined) visit(from, to, neighborAt(scene, middle, way));
  }
}

function line(pen: Pen, from: Point, to: Point): void {
  pen.beginPath();
  pen.moveTo(from.x, from.y);
  pen.lineTo(to.x, to.y);
  pen.stroke();
}

function drawFields(pen: Pen, size: number): void {
  pen.strokeStyle = 'rgb(60 120 150 / 0.5)';
  pen.lineWidth = 1.1;
  for (const y of [-0.55, -0.2, 0.15, 0.5]) {
    line(pen, { x: -0.6 * size, y: y * size }, { x: 0.6 * size, y: y * size });
  }
}

function drawMine(pen: Pen, size: number): void {
  pen.strokeStyle = '#3d3833';
  pen.lineWidth = 1.8;
  const [x, y, arm] = [-0.5 * size, 0.45 * size, 0.2 * size];
  line(pen, { x: x - arm, y: y + arm }, { x: x + arm, y: y - arm });
  pen.beginPath();
  pen.arc(x, y, arm * 1.35, -Math.PI * 0.6, Math.PI * 0.1);
  pen.stroke();
}

function drawGem(pen: Pen, size: number): void {
  const [x, y, half] = [0.45 * size, -0.4 * size, 0.2 * size];
  pen.fillStyle = '#f4c542';
  pen.strokeStyle = '#7a5a10';
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x, y - half);
  pen.lineTo(x + half, y);
  pen.lineTo(x, y + half);
  pen.lineTo(x - half, y);
  pen.closePath();
  pen.fill();
  pen.stroke();
}

function drawBase(pen: Pen, size: number): void {
  pen.strokeStyle = '#4a4540';
  pen.lineWidth = 2;
  pen.strokeRect(-0.6 * size, -0.6 * size, 1.2 * size, 1.2 * size);
}

function drawHut(pen: Pen, size: number): void {
  pen.fillStyle = '#7b4b2a';
  pen.beginPath();
  pen.moveTo(0, -0.35 * size);
  pen.lineTo(0.4 * size, 0.3 * size);
  pen.lineTo(-0.4 * size, 0.3 * size);
  pen.fill();
}

function drawWaste(pen: Pen, size: number): void {
  pen.fillStyle = 'rgb(40 40 30 / 0.55)';
  for (const [x, y] of [
    [-0.3, 0.2],
    [0.2, 0.4],
    [0.35, -0.1],
  ] as const) {
    pen.beginPath();
    pen.arc(x * size, y * size, size * 0.12, 0, 2 * Math.PI);
    pen.fill();
  }
}
