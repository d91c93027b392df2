import { isPlayer } from '../../rules/players.js';
import { cityAt } from '../../rules/tiles.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { hexColor } from './colors.js';
import { type Layout, layoutOf } from './layout.js';
import { tileRuns } from './tile-runs.js';

/** Pixels of a tile's width. */
const SCALE = 12;
const NOBODY = '#888888';

/**
 * The map as this world knows it, drawn as SVG: terrain by colour, what is out of sight darkened, land in its owner's
 * colour, cities with name and size, units as dots. Unknown land stays black. About 100 KB for 4,000 tiles.
 */
export function mapSvg(world: World): string {
  const layout = layoutOf(world.map, SCALE);
  const { width, height } = layout;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="sans-serif" font-size="${SCALE * 0.8}">`,
    `<title>Turn ${world.game?.turn ?? 0}</title>`,
    `<rect width="${width}" height="${height}" fill="#000"/>`,
    group(
      'terrain',
      'shape-rendering="crispEdges"',
      tileRuns(world, layout, (tile) => `fill="${terrainColor(world, tile.terrain)}"`),
    ),
    group(
      'borders',
      'fill-opacity="0.35" shape-rendering="crispEdges"',
      tileRuns(world, layout, (tile) =>
        isPlayer(tile.owner) ? `fill="${playerColor(world, tile.owner)}"` : undefined,
      ),
    ),
    group(
      'fog',
      'fill="#000" fill-opacity="0.4" shape-rendering="crispEdges"',
      tileRuns(world, layout, (tile) => (tile.known === 'TILE_KNOWN_SEEN' ? undefined : 'class="f"')),
    ),
    group('units', 'stroke="#000" stroke-width="0.5"', units(world, layout)),
    group(
      'cities',
      'stroke-width="0.5"',
      [...world.cities.values()].map((city) => cityShape(world, layout, city)),
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
      const { x, y } = middle(layout, world, tile);
      return `<circle cx="${x}" cy="${y}" r="${SCALE / 4}" fill="${playerColor(world, owner)}"/>`;
    });
}

function cityShape(world: World, layout: Layout, city: City): string {
  const { x, y } = middle(layout, world, city.tile);
  const half = SCALE * 0.4;
  const mark = `<rect x="${x - half}" y="${y - half}" width="${2 * half}" height="${2 * half}" fill="${playerColor(world, city.owner)}" stroke="#fff"/>`;
  const label = `<text x="${x}" y="${y + SCALE * 1.2}" text-anchor="middle" fill="#fff" stroke="#000" stroke-width="2" paint-order="stroke">${escaped(city.name)} ${city.size}</text>`;
  return mark + label;
}

function middle(layout: Layout, world: World, tile: number): { readonly x: number; readonly y: number } {
  const corner = layout.corner(world.map.position(tile));
  return { x: corner.x + layout.tileWidth / 2, y: corner.y + layout.tileHeight / 2 };
}

function terrainColor(world: World, terrain: number): string {
  const found = world.ruleset.terrains.get(terrain);
  return found === undefined ? NOBODY : hexColor(found);
}

function playerColor(world: World, player: number): string {
  const found = world.players.get(player);
  return found?.colorValid === true ? hexColor(found) : NOBODY;
}

/** City names are players' own words. */
function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
