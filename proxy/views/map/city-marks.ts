import { type Layout, middleOf } from './layout.js';
import type { PictureCity } from './map-picture.js';

/** Smaller letters cannot be read. */
const SMALLEST_LETTERS = 8;
/** Width of a letter beside its height, more or less. */
const LETTER_WIDTH = 0.55;

/** A square for each city and its name with its size below, moved to where the picture has room for it. */
export function cityMarks(cities: readonly PictureCity[], layout: Layout): readonly string[] {
  return cities.map((city) => {
    const { x, y } = middleOf(layout, city.tile);
    const half = Math.min(layout.tileWidth, 2 * layout.tileHeight) * 0.4;
    return `<rect x="${x - half}" y="${y - half}" width="${2 * half}" height="${2 * half}" fill="${city.color}" stroke="#fff"/>${label(layout, city, x, y, half)}`;
  });
}

function label(
  { width, height, tileWidth }: Layout,
  city: PictureCity,
  x: number,
  y: number,
  half: number,
): string {
  const size = Math.max(SMALLEST_LETTERS, tileWidth * 0.8);
  const text = `${city.name} ${city.size}`;
  const halfWidth = (text.length * size * LETTER_WIDTH) / 2;
  const left = Math.max(halfWidth, Math.min(width - halfWidth, x));
  const below = y + half + size;
  const top = below > height ? y - half - 2 : below;
  return `<text x="${round(left)}" y="${round(top)}" font-size="${size}" text-anchor="middle" fill="#fff" stroke="#000" stroke-width="2" paint-order="stroke">${escaped(text)}</text>`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** City names are players' own words. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
