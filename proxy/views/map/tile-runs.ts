import type { Layout } from './layout.js';
import type { MapPicture, PictureTile } from './map-picture.js';

/** Neighbours in a row that look alike are one rectangle: a map is drawn in a fourth of its tiles. */
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
