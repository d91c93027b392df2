import { trace } from './draw-tile.js';
import type { MapLayout } from './layout.js';
import type { TargetKind } from './scene.js';

type Pen = CanvasRenderingContext2D;

const colors: Readonly<Record<TargetKind, string>> = { go: '#ffffff', attack: '#ff5a4d', other: '#ffd75e' };

/** Marks the tile at the pen's origin as the target of an offer. */
export function drawTarget(pen: Pen, layout: MapLayout, zoom: number, kind: TargetKind): void {
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
export function drawSelection(pen: Pen, layout: MapLayout, zoom: number): void {
  pen.scale(zoom, zoom);
  trace(pen, layout.outline);
  pen.lineWidth = 2.5;
  pen.strokeStyle = '#fff';
  pen.stroke();
  pen.lineWidth = 1;
  pen.strokeStyle = '#111';
  pen.stroke();
}
