import { borderPaths } from './borders.js';
import { cityMarks } from './city-marks.js';
import { fittingScale, type Layout, layoutOf, middleOf } from './layout.js';
import type { MapPicture } from './map-picture.js';
import { tileRuns } from './tile-runs.js';

/** Pixels of a tile's width where nothing else is asked for. */
const SCALE = 12;

/**
 * A map drawn as SVG: terrain by colour, what is out of sight darkened, land tinted and bordered in its owner's colour,
 * cities with name and size, units as dots. Unknown land stays black. `scale` is the width of a tile in pixels; a large
 * map is drawn smaller. About 70 KB for 4,000 tiles.
 */
export function pictureSvg(picture: MapPicture, scale = SCALE): string {
  const layout = layoutOf(picture.grid, fittingScale(picture.grid, scale));
  const { width, height } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="DejaVu Sans, Arial, Helvetica, sans-serif">`,
    `<title>Turn ${picture.turn}</title>`,
    `<rect width="${width}" height="${height}" fill="#000"/>`,
    group(
      'terrain',
      'shape-rendering="crispEdges"',
      tileRuns(picture, layout, ({ color }) => `fill="${color}"`),
    ),
    group(
      'lands',
      'fill-opacity="0.2" shape-rendering="crispEdges"',
      tileRuns(picture, layout, ({ ownerColor }) =>
        ownerColor === undefined ? undefined : `fill="${ownerColor}"`,
      ),
    ),
    group(
      'fog',
      'fill="#000" fill-opacity="0.4" shape-rendering="crispEdges"',
      tileRuns(picture, layout, ({ isSeen }) => (isSeen ? undefined : 'class="f"')),
    ),
    group('borders', `fill="none" stroke-width="${layout.tileWidth / 8}"`, borderPaths(picture, layout)),
    group('units', 'stroke="#000" stroke-width="0.5"', units(picture, layout)),
    group('cities', 'stroke-width="0.5"', cityMarks(picture.cities, layout)),
    '</svg>',
  ].join('\n');
}

function group(id: string, attributes: string, shapes: readonly string[]): string {
  return `<g id="${id}" ${attributes}>${shapes.join('')}</g>`;
}

function units({ units: dots }: MapPicture, layout: Layout): readonly string[] {
  return [...dots].map(([tile, color]) => {
    const { x, y } = middleOf(layout, tile);
    return `<circle cx="${x}" cy="${y}" r="${layout.tileWidth / 4}" fill="${color}"/>`;
  });
}
