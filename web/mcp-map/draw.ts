import type { SeatMap } from '../../features/mcp/server/map-data.js';
import { dimColor, softenColor, terrainColor, textColorOn } from '../map/palette.js';

/** What is shown of a map: the tile in the middle, pixels of a tile, and the tile that is pointed at. */
export interface View {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
  readonly at: { readonly x: number; readonly y: number };
}

const UNKNOWN_TERRAIN = '#8a8f98';
const LETTER_A = 97;

/** Pixels of a tile from which cities have names, and units letters. */
const NAMES_FROM = 9;
const LETTERS_FROM = 14;

/** Where a tile begins on the canvas, in CSS pixels. */
function placeOf(view: View, size: { width: number; height: number }, x: number, y: number) {
  const { scale } = view;
  return {
    left: size.width / 2 + (x - view.x - 0.5) * scale,
    top: size.height / 2 + (y - view.y - 0.5) * scale,
  };
}

/** The tile at a place of the canvas. */
export function tileAt(view: View, size: { width: number; height: number }, left: number, top: number) {
  return {
    x: Math.round(view.x + (left - size.width / 2) / view.scale),
    y: Math.round(view.y + (top - size.height / 2) / view.scale),
  };
}

/** What is known of a tile: its terrain, whether it is in fog, and whose land it is. */
export function tileOf(map: SeatMap, x: number, y: number) {
  const letter = map.rows[y - map.y]?.[x - map.x] ?? ' ';
  if (letter === ' ') return undefined;
  const land = map.lands[y - map.y]?.[x - map.x] ?? ' ';
  const terrain = map.terrains[letter.toLowerCase().charCodeAt(0) - LETTER_A] ?? '';
  const owner = land === ' ' ? undefined : map.players[Number.parseInt(land, 36)];
  return { terrain, isFogged: letter !== letter.toLowerCase(), owner };
}

function playerColor(map: SeatMap, owner: number): string {
  const found = map.players.find(({ id }) => id === owner);
  return softenColor(/^#[0-9a-f]{6}$/i.test(found?.color ?? '') ? (found?.color ?? '') : '#888888');
}

/** Draws the part of the map that fits; `size` is in CSS pixels. */
export function drawMap(
  context: CanvasRenderingContext2D,
  map: SeatMap,
  view: View,
  size: { readonly width: number; readonly height: number },
): void {
  const { scale } = view;
  context.clearRect(0, 0, size.width, size.height);
  for (const [row, tiles] of map.rows.entries())
    for (let column = 0; column < tiles.length; column++) {
      const [x, y] = [map.x + column, map.y + row];
      const { left, top } = placeOf(view, size, x, y);
      if (left > size.width || top > size.height || left < -scale || top < -scale) continue;
      drawTile(
        context,
        map,
        tileOf(map, x, y),
        { left: Math.floor(left), top: Math.floor(top) },
        Math.ceil(scale) + 1,
      );
    }
  for (const unit of map.units) drawUnit(context, map, unit, placeOf(view, size, unit.x, unit.y), scale);
  for (const city of map.cities) drawCity(context, map, city, placeOf(view, size, city.x, city.y), scale);
  const { left, top } = placeOf(view, size, view.at.x, view.at.y);
  for (const [color, width] of [
    ['#000', 3],
    ['#fff', 1.5],
  ] as const) {
    context.strokeStyle = color;
    context.lineWidth = width;
    context.strokeRect(left, top, scale, scale);
  }
}

interface Place {
  readonly left: number;
  readonly top: number;
}

function drawTile(
  context: CanvasRenderingContext2D,
  map: SeatMap,
  tile: ReturnType<typeof tileOf>,
  { left, top }: Place,
  side: number,
): void {
  if (tile === undefined) return;
  const color = terrainColor(tile.terrain) ?? UNKNOWN_TERRAIN;
  context.fillStyle = tile.isFogged ? dimColor(color) : color;
  context.fillRect(left, top, side, side);
  if (tile.owner === undefined) return;
  context.globalAlpha = 0.28;
  context.fillStyle = playerColor(map, tile.owner.id);
  context.fillRect(left, top, side, side);
  context.globalAlpha = 1;
}

function drawUnit(
  context: CanvasRenderingContext2D,
  map: SeatMap,
  { owner, type }: SeatMap['units'][number],
  { left, top }: Place,
  scale: number,
): void {
  const color = playerColor(map, owner);
  context.beginPath();
  context.arc(left + scale / 2, top + scale / 2, scale * 0.36, 0, 2 * Math.PI);
  context.fillStyle = color;
  context.fill();
  context.strokeStyle = '#000';
  context.lineWidth = 1;
  context.stroke();
  if (scale < LETTERS_FROM) return;
  write(
    context,
    type.slice(0, 1),
    { left: left + scale / 2, top: top + scale / 2 },
    scale * 0.5,
    textColorOn(color),
  );
}

function drawCity(
  context: CanvasRenderingContext2D,
  map: SeatMap,
  { owner, name, size }: SeatMap['cities'][number],
  { left, top }: Place,
  scale: number,
): void {
  const color = playerColor(map, owner);
  context.fillStyle = color;
  context.fillRect(left, top, scale, scale);
  context.strokeStyle = '#000';
  context.lineWidth = 1.5;
  context.strokeRect(left, top, scale, scale);
  const middle = left + scale / 2;
  if (size > 0)
    write(context, String(size), { left: middle, top: top + scale / 2 }, scale * 0.65, textColorOn(color));
  if (scale < NAMES_FROM) return;
  context.lineWidth = 3;
  context.strokeStyle = '#000';
  context.font = '600 12px system-ui, sans-serif';
  context.textAlign = 'center';
  context.textBaseline = 'top';
  context.strokeText(name, middle, top + scale + 1);
  context.fillStyle = '#fff';
  context.fillText(name, middle, top + scale + 1);
}

function write(
  context: CanvasRenderingContext2D,
  text: string,
  at: Place,
  size: number,
  color: string,
): void {
  context.font = `700 ${Math.round(size)}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = color;
  context.fillText(text, at.left, at.top);
}
