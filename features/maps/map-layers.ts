import {
  type Layout,
  type MapPicture,
  type PictureCity,
  type PictureTile,
  tileCentre,
} from './map-picture.js';

/** One rectangle for each run of equal tiles in a row: about a quarter as many rectangles as tiles. */
export function tileRuns(
  picture: MapPicture,
  layout: Layout,
  attributesOf: (tile: PictureTile) => string | undefined,
): readonly string[] {
  const { xsize, ysize } = picture.grid;
  const attributesAt = (x: number, y: number) => {
    const tile = picture.tile(y * xsize + x);
    return tile === undefined ? undefined : attributesOf(tile);
  };
  return Array.from({ length: ysize }, (_, y) => {
    const row = Array.from({ length: xsize }, (_, x) => attributesAt(x, y));
    return rowRuns(row).map((run) => rectangle(layout, run, y));
  }).flat();
}

interface Run {
  readonly from: number;
  readonly length: number;
  readonly attributes: string;
}

function rowRuns(row: readonly (string | undefined)[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [x, attributes] of row.entries()) {
    const last = runs.at(-1);
    if (attributes === undefined) continue;
    if (last !== undefined && last.attributes === attributes && last.from + last.length === x) {
      runs[runs.length - 1] = { ...last, length: last.length + 1 };
    } else {
      runs.push({ from: x, length: 1, attributes });
    }
  }
  return runs;
}

function rectangle(layout: Layout, { from, length, attributes }: Run, y: number): string {
  const { x: left, y: top } = layout.corner({ x: from, y });
  const width = length * layout.tileWidth;
  return `<rect x="${left}" y="${top}" width="${width}" height="${layout.tileHeight}" ${attributes}/>`;
}

/**
 * One path for each colour along the edges where its land ends, as far as that is known. Maps of bricks have none:
 * there the tinted land has to do.
 */
export function borderPaths(picture: MapPicture, layout: Layout): readonly string[] {
  const { xsize, ysize, shape } = picture.grid;
  if (shape !== 'square') return [];
  const colorAt = (x: number, y: number) => {
    const isOff = x < 0 || y < 0 || x >= xsize || y >= ysize;
    return isOff ? undefined : picture.tile(y * xsize + x)?.ownerColor;
  };
  const edges = new Map<string, string[]>();
  for (let y = 0; y < ysize; y += 1) {
    for (let x = 0; x < xsize; x += 1) {
      const color = colorAt(x, y);
      if (color === undefined) continue;
      const drawn = edgesOf(layout, x, y, (dx, dy) => colorAt(x + dx, y + dy) !== color);
      const known = edges.get(color);
      if (known === undefined) edges.set(color, drawn);
      else known.push(...drawn);
    }
  }
  return [...edges].map(([color, parts]) => `<path stroke="${color}" d="${parts.join('')}"/>`);
}

/** Lines just inside the tile, so that the borders of two neighbours are both visible. */
function edgesOf(
  { tileWidth: size, corner }: Layout,
  x: number,
  y: number,
  endsAt: (dx: number, dy: number) => boolean,
): string[] {
  const inset = size / 16;
  const { x: left, y: top } = corner({ x, y });
  return [
    ...(endsAt(0, -1) ? [`M${left} ${top + inset}h${size}`] : []),
    ...(endsAt(0, 1) ? [`M${left} ${top + size - inset}h${size}`] : []),
    ...(endsAt(-1, 0) ? [`M${left + inset} ${top}v${size}`] : []),
    ...(endsAt(1, 0) ? [`M${left + size - inset} ${top}v${size}`] : []),
  ];
}

/** Smaller letters cannot be read. */
const SMALLEST_LETTERS = 8;
/** Width of a letter beside its height, more or less. */
const LETTER_WIDTH = 0.55;

/** A square for each city and its name with its size below, moved to where the picture has room for it. */
export function cityMarks(cities: readonly PictureCity[], layout: Layout): readonly string[] {
  return cities.map((city) => {
    const { x, y } = tileCentre(layout, city.tile);
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

/** Escapes text for SVG: players choose the names of cities. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
