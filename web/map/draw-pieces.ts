import type { SpectatorCity, UnitRow } from '#shared/protocol/spectator/messages.js';
import type { UnitKind } from '#shared/protocol/spectator/rules.js';
import { type LabelBoxes, placeLabel } from './labels.js';
import type { Point } from './layout.js';
import { textColorOn } from './palette.js';
import { colorOf, type MapScene } from './scene.js';
import type { Drawing, Pen, Sprites } from './sprites.js';
import { symbolPath } from './unit-symbols.js';

/** Below this many pixels a tile, units are dots and cities squares. */
const MIN_SYMBOL_PX = 15;

/** Draws the uppermost unit of a stack at the pen's origin; `size` is how wide a tile is in pixels. */
export function drawStack(
  pen: Pen,
  scene: MapScene,
  sprites: Sprites,
  stack: readonly UnitRow[],
  size: number,
): void {
  const unit = stack.at(-1);
  if (unit === undefined) return;
  const color = colorOf(scene, unit[2]);
  const made = sprites.sizeFor(size);
  if (size < MIN_SYMBOL_PX) {
    sprites.draw(pen, dot(color, Math.max(2, made * 0.26)), size / made);
    return;
  }
  const type = scene.unitTypes.get(unit[1]);
  const half = size * 0.33;
  sprites.draw(pen, shield(type?.kind ?? 'soldier', color, made * 0.33), size / made);
  const full = type?.hp ?? unit[4];
  if (unit[4] < full) drawHealth(pen, unit[4] / full, half);
  if (unit[5] > 0) drawStripes(pen, unit[5], half);
  if (stack.length > 1) sprites.draw(pen, count(stack.length, made * 0.33), size / made);
}

function dot(color: string, radius: number): Drawing {
  return {
    name: `dot ${color} ${radius}`,
    halfWidth: radius + 1,
    halfHeight: radius + 1,
    paint(pen) {
      pen.beginPath();
      pen.arc(0, 0, radius, 0, 2 * Math.PI);
      pen.fillStyle = color;
      pen.fill();
      pen.lineWidth = 1;
      pen.strokeStyle = 'rgb(0 0 0 / 0.7)';
      pen.stroke();
    },
  };
}

function shield(kind: UnitKind, color: string, half: number): Drawing {
  return {
    name: `shield ${kind} ${color} ${half}`,
    halfWidth: half * 1.5,
    halfHeight: half * 1.5,
    paint(pen) {
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
      pen.scale(half / 13, half / 13);
      pen.strokeStyle = textColorOn(color);
      pen.lineWidth = 2.1;
      pen.lineCap = 'round';
      pen.lineJoin = 'round';
      pen.stroke(symbolPath(kind));
    },
  };
}

function drawHealth(pen: Pen, share: number, half: number): void {
  pen.fillStyle = 'rgb(10 12 16 / 0.8)';
  pen.fillRect(-half, half * 1.08, 2 * half, half * 0.26);
  pen.fillStyle = share > 0.66 ? '#5fcf6a' : share > 0.33 ? '#f0c24a' : '#ea5a4b';
  pen.fillRect(-half, half * 1.08, 2 * half * share, half * 0.26);
}

function drawStripes(pen: Pen, level: number, half: number): void {
  pen.fillStyle = '#ffe28a';
  const thick = Math.max(1, half * 0.12);
  for (let i = 0; i < Math.min(level, 4); i += 1)
    pen.fillRect(-half * 0.9, -half * 0.8 + i * half * 0.28 - thick / 2, half * 0.4, thick);
}

function count(many: number, half: number): Drawing {
  const radius = half * 0.48;
  return {
    name: `count ${many} ${half}`,
    halfWidth: half * 1.5,
    halfHeight: half * 1.5,
    paint(pen) {
      pen.beginPath();
      pen.arc(half * 0.95, -half * 0.95, radius, 0, 2 * Math.PI);
      pen.fillStyle = '#14161a';
      pen.fill();
      pen.fillStyle = '#fff';
      pen.font = `600 ${radius * 1.3}px system-ui, sans-serif`;
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.fillText(String(many), half * 0.95, -half * 0.93);
    },
  };
}

/** Draws a city's mark at the pen's origin, without its name. */
export function drawCity(
  pen: Pen,
  scene: MapScene,
  sprites: Sprites,
  city: SpectatorCity,
  size: number,
): void {
  const made = sprites.sizeFor(size);
  const half = Math.max(3.5, made * (0.3 + Math.min(city.size, 20) * 0.008));
  const number = size < MIN_SYMBOL_PX ? undefined : city.size;
  sprites.draw(
    pen,
    cityMark(colorOf(scene, city.owner), half, number),
    Math.max(size, 8) / Math.max(made, 8),
  );
}

function cityMark(color: string, half: number, size: number | undefined): Drawing {
  return {
    name: `city ${color} ${half} ${size}`,
    halfWidth: half * 1.5,
    halfHeight: half * 1.5,
    paint(pen) {
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
      if (size === undefined) return;
      pen.fillStyle = textColorOn(color);
      pen.font = `700 ${half * 1.15}px system-ui, sans-serif`;
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.fillText(String(size), 0, half * 0.06);
    },
  };
}

/** Longer names are cut; the details of the place have them whole. */
const MAX_NAME_CHARS = 28;

const widths = new Map<string, number>();

/** Draws a city's name beside its mark, unless other names leave no place for it. */
export function drawCityName(
  pen: Pen,
  sprites: Sprites,
  city: SpectatorCity,
  size: number,
  at: Point,
  taken: LabelBoxes,
): void {
  if (size < 16) return;
  const font = Math.round(Math.max(11, Math.min(17, size * 0.3)));
  const name = city.name.length > MAX_NAME_CHARS ? `${city.name.slice(0, MAX_NAME_CHARS - 1)}…` : city.name;
  const half = widthOf(pen, name, font) / 2 + 3;
  const shift = placeLabel(at, { half, font, size }, taken);
  if (shift === undefined) return;
  pen.translate(0, shift + font * 0.6);
  sprites.draw(pen, nameSign(name, font, half), 1);
}

function widthOf(pen: Pen, name: string, font: number): number {
  const key = `${font} ${name}`;
  let width = widths.get(key);
  if (width === undefined) {
    pen.font = `600 ${font}px system-ui, sans-serif`;
    width = pen.measureText(name).width;
    widths.set(key, width);
  }
  return width;
}

function nameSign(name: string, font: number, half: number): Drawing {
  return {
    name: `name ${font} ${name}`,
    halfWidth: half + font * 0.3,
    halfHeight: font,
    paint(pen) {
      pen.font = `600 ${font}px system-ui, sans-serif`;
      pen.textAlign = 'center';
      pen.textBaseline = 'middle';
      pen.lineJoin = 'round';
      pen.lineWidth = font * 0.3;
      pen.strokeStyle = 'rgb(12 14 18 / 0.85)';
      pen.strokeText(name, 0, 0);
      pen.fillStyle = '#fff';
      pen.fillText(name, 0, 0);
    },
  };
}
