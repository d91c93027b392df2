import type { SpectatorCity, UnitRow } from '#shared/spectator/messages.js';
import type { Point } from './layout.js';
import { inkOn } from './palette.js';
import { colorOf, type Scene } from './scene.js';
import { symbolOf } from './symbols.js';

type Pen = CanvasRenderingContext2D;

/** Below this many pixels a tile, units are dots and cities squares. */
const SMALL = 15;

/** Draws the uppermost unit of a stack at the pen's origin; `size` is how wide a tile is in pixels. */
export function drawStack(pen: Pen, scene: Scene, stack: readonly UnitRow[], size: number): void {
  const unit = stack.at(-1);
  if (unit === undefined) return;
  const color = colorOf(scene, unit[2]);
  if (size < SMALL) {
    drawDot(pen, color, Math.max(2, size * 0.26));
    return;
  }
  const type = scene.unitTypes.get(unit[1]);
  const half = size * 0.33;
  shield(pen, color, half);
  pen.save();
  pen.scale(half / 13, half / 13);
  pen.strokeStyle = inkOn(color);
  pen.lineWidth = 2.1;
  pen.lineCap = 'round';
  pen.lineJoin = 'round';
  pen.stroke(symbolOf(type?.kind ?? 'soldier'));
  pen.restore();
  const full = type?.hp ?? unit[4];
  if (unit[4] < full) drawHealth(pen, unit[4] / full, half);
  if (unit[5] > 0) drawStripes(pen, unit[5], half);
  if (stack.length > 1) drawCount(pen, stack.length, half);
}

function drawDot(pen: Pen, color: string, radius: number): void {
  pen.beginPath();
  pen.arc(0, 0, radius, 0, 2 * Math.PI);
  pen.fillStyle = color;
  pen.fill();
  pen.lineWidth = 1;
  pen.strokeStyle = 'rgb(0 0 0 / 0.7)';
  pen.stroke();
}

function shield(pen: Pen, color: string, half: number): void {
  pen.beginPath();
  pen.roundRect(-half, -half, 2 * half, 2 * half, half * 0.45);
  pen.fillStyle = color;
  pen.shadowColor = 'rgb(0 0 0 / 0.45)';
  pen.shadowBlur = half * 0.3;
  pen.shadowOffsetY = half * 0.12;
  pen.fill();
  pen.shadowColor = 'transparent';
  pen.lineWidth = Math.max(1, half * 0.1);
  pen.strokeStyle = 'rgb(10 12 16 / 0.75)';
  pen.stroke();
}

function drawHealth(pen: Pen, share: number, half: number): void {
  pen.fillStyle = 'rgb(10 12 16 / 0.8)';
  pen.fillRect(-half, half * 1.08, 2 * half, half * 0.26);
  pen.fillStyle = share > 0.66 ? '#5fcf6a' : share > 0.33 ? '#f0c24a' : '#ea5a4b';
  pen.fillRect(-half, half * 1.08, 2 * half * share, half * 0.26);
}

function drawStripes(pen: Pen, level: number, half: number): void {
  pen.strokeStyle = '#ffe28a';
  pen.lineWidth = Math.max(1, half * 0.12);
  pen.beginPath();
  for (let i = 0; i < Math.min(level, 4); i += 1) {
    const y = -half * 0.8 + i * half * 0.28;
    pen.moveTo(-half * 0.9, y);
    pen.lineTo(-half * 0.5, y);
  }
  pen.stroke();
}

function drawCount(pen: Pen, count: number, half: number): void {
  const radius = half * 0.48;
  pen.beginPath();
  pen.arc(half * 0.95, -half * 0.95, radius, 0, 2 * Math.PI);
  pen.fillStyle = '#14161a';
  pen.fill();
  pen.fillStyle = '#fff';
  pen.font = `600 ${radius * 1.3}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(String(count), half * 0.95, -half * 0.93);
}

/** Draws a city's mark at the pen's origin, without its name. */
export function drawCity(pen: Pen, scene: Scene, city: SpectatorCity, size: number): void {
  const color = colorOf(scene, city.owner);
  const half = Math.max(3.5, size * (0.3 + Math.min(city.size, 20) * 0.008));
  pen.beginPath();
  pen.arc(0, 0, half, 0, 2 * Math.PI);
  pen.fillStyle = color;
  pen.shadowColor = 'rgb(0 0 0 / 0.5)';
  pen.shadowBlur = half * 0.4;
  pen.fill();
  pen.shadowColor = 'transparent';
  pen.lineWidth = Math.max(1.2, half * 0.16);
  pen.strokeStyle = '#fff';
  pen.stroke();
  if (size < SMALL) return;
  pen.fillStyle = inkOn(color);
  pen.font = `700 ${half * 1.15}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(String(city.size), 0, half * 0.06);
}

/** Where names already stand, in pixels of the screen. */
export type Taken = { left: number; right: number; top: number }[];

/** Draws a city's name below its mark, unless another name stands there. */
export function drawCityName(pen: Pen, city: SpectatorCity, size: number, at: Point, taken: Taken): void {
  if (size < 16) return;
  const font = Math.max(11, Math.min(17, size * 0.3));
  pen.font = `600 ${font}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'top';
  const half = pen.measureText(city.name).width / 2 + 3;
  const [left, right, top] = [at.x - half, at.x + half, at.y + size * 0.4];
  if (taken.some((other) => left < other.right && right > other.left && Math.abs(top - other.top) < font))
    return;
  taken.push({ left, right, top });
  pen.lineJoin = 'round';
  pen.lineWidth = font * 0.3;
  pen.strokeStyle = 'rgb(12 14 18 / 0.85)';
  pen.strokeText(city.name, 0, size * 0.4);
  pen.fillStyle = '#fff';
  pen.fillText(city.name, 0, size * 0.4);
}
