import { isPlayer } from '../../rules/players.js';
import { cityAt } from '../../rules/tiles.js';
import type { World } from '../../world/world.js';
import { borderPaths } from './borders.js';
import { cityMarks } from './city-marks.js';
import { hexColor } from './colors.js';
import { fittingScale, type Layout, layoutOf, middleOf } from './layout.js';
import { tileRuns } from './tile-runs.js';

/** Pixels of a tile's width where nothing else is asked for. */
const SCALE = 12;
const NOBODY = '#888888';

/**
 * The map as this world knows it, drawn as SVG: terrain by colour, what is out of sight darkened, land tinted and
 * bordered in its owner's colour, cities with name and size, units as dots. Unknown land stays black. `scale` is the
 * width of a tile in pixels; a large map is drawn smaller. About 70 KB for 4,000 tiles.
 */
export function mapSvg(world: World, scale = SCALE): string {
  const layout = layoutOf(world.map, fittingScale(world.map, scale));
  const { width, height } = layout;
  const ownerColor = (owner: number) => (isPlayer(owner) ? playerColor(world, owner) : undefined);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="DejaVu Sans, Arial, Helvetica, sans-serif">`,
    `<title>Turn ${world.game?.turn ?? 0}</title>`,
    `<rect width="${width}" height="${height}" fill="#000"/>`,
    group(
      'terrain',
      'shape-rendering="crispEdges"',
      tileRuns(world, layout, (tile) => `fill="${terrainColor(world, tile.terrain)}"`),
    ),
    group(
      'lands',
      'fill-opacity="0.2" shape-rendering="crispEdges"',
      tileRuns(world, layout, ({ owner }) => {
        const color = ownerColor(owner);
        return color === undefined ? undefined : `fill="${color}"`;
      }),
    ),
    group(
      'fog',
      'fill="#000" fill-opacity="0.4" shape-rendering="crispEdges"',
      tileRuns(world, layout, (tile) => (tile.known === 'TILE_KNOWN_SEEN' ? undefined : 'class="f"')),
    ),
    group(
      'borders',
      `fill="none" stroke-width="${layout.tileWidth / 8}"`,
      borderPaths(world, layout, ownerColor),
    ),
    group('units', 'stroke="#000" stroke-width="0.5"', units(world, layout)),
    group(
      'cities',
      'stroke-width="0.5"',
      cityMarks(world, layout, (owner) => playerColor(world, owner)),
    ),
    '</svg>',
  ].join('\n');
}

function group(id: string, attributes: string, shapes: readonly string[]): string {
  return `<g id="${id}" ${attributes}>${shapes.join('')}</g>`;
}

/** One dot for each tile with units outside of cities. */
function units(world: World, layout: Layout): readonly string[] {
  const byTile = new Map([...world.units.values()].map((unit) => [unit.tile, unit.owner]));
  return [...byTile]
    .filter(([tile]) => cityAt(world, tile) === undefined)
    .map(([tile, owner]) => {
      const { x, y } = middleOf(layout, world.map.position(tile));
      return `<circle cx="${x}" cy="${y}" r="${layout.tileWidth / 4}" fill="${playerColor(world, owner)}"/>`;
    });
}

function terrainColor(world: World, terrain: number): string {
  const found = world.ruleset.terrains.get(terrain);
  return found === undefined ? NOBODY : hexColor(found);
}

function playerColor(world: World, player: number): string {
  const found = world.players.get(player);
  return found?.colorValid === true ? hexColor(found) : NOBODY;
}
