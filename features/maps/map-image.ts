import { isPlayer } from '../../proxy/rules/lookup/players.js';
import { cityAt, knownTile } from '../../proxy/rules/lookup/tiles.js';
import { hexColor } from '../../proxy/views/entities/wire-values.js';
import { turnOf, type World } from '../../proxy/world/world.js';
import { borderPaths, cityMarks, tileRuns } from './map-layers.js';
import { fittingScale, type Layout, layoutOf, type MapPicture, tileCentre } from './map-picture.js';

/** The colour of what has no owner, or an unknown terrain. */
export const NO_OWNER_COLOR = '#888888';

/** The map as this world knows it, drawn as SVG; `scale` is the width of a tile in pixels. */
export function mapSvg(world: World, scale?: number): string {
  return pictureSvg(worldPicture(world), scale);
}

function worldPicture(world: World): MapPicture {
  const units = [...world.units.values()].filter(({ tile }) => cityAt(world, tile) === undefined);
  return {
    turn: turnOf(world),
    grid: world.map,
    tile: (index) => {
      const tile = knownTile(world, index);
      return (
        tile && {
          color: terrainColor(world, tile.terrain),
          ownerColor: isPlayer(tile.owner) ? playerColor(world, tile.owner) : undefined,
          isSeen: tile.known === 'TILE_KNOWN_SEEN',
        }
      );
    },
    cities: [...world.cities.values()].map(({ tile, name, size, owner }) => ({
      tile,
      name,
      size,
      color: playerColor(world, owner),
    })),
    units: new Map(units.map(({ tile, owner }) => [tile, playerColor(world, owner)])),
  };
}

function terrainColor(world: World, terrain: number): string {
  const found = world.ruleset.terrains.get(terrain);
  return found === undefined ? NO_OWNER_COLOR : hexColor(found);
}

function playerColor(world: World, player: number): string {
  const found = world.players.get(player);
  return found?.colorValid === true ? hexColor(found) : NO_OWNER_COLOR;
}

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
    const { x, y } = tileCentre(layout, tile);
    return `<circle cx="${x}" cy="${y}" r="${layout.tileWidth / 4}" fill="${color}"/>`;
  });
}

/**
 * An SVG drawn as PNG, beside the event loop. Names need a font of the system; without one they are left out. The
 * renderer is resvg, a library of native code without a browser; it is loaded when the first map is drawn.
 */
export async function svgToPng(svg: string): Promise<Buffer> {
  return (await drawn(svg)).asPng();
}

/** An SVG drawn as pixels, row by row, four bytes each: red, green, blue and how opaque. */
export async function svgToPixels(svg: string): Promise<Buffer> {
  return (await drawn(svg)).pixels;
}

async function drawn(svg: string) {
  const { renderAsync } = await import('@resvg/resvg-js');
  return renderAsync(svg, { font: { loadSystemFonts: true } });
}
