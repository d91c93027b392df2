import type { MapWindow } from '#shared/protocol/state/map-window.js';
import { isPlayer } from '../../proxy/rules/lookup/players.js';
import { knownTile } from '../../proxy/rules/lookup/tiles.js';
import type { Position } from '../../proxy/world/map-geometry.js';
import type { World } from '../../proxy/world/world.js';
import { tileSymbols } from './tile-symbols.js';
import { cityLines, ownerWord, resourceLines, tileText, unitLines } from './window-entities.js';

/** Which part of the map is shown. */
export interface MapWindowOptions {
  /** Middle of the window, native coordinates. */
  readonly centre: Position;
  /** Columns and rows to each side of the middle. */
  readonly radius?: number | undefined;
  /** All entries of `cities` and `units` instead of the nearest ones. */
  readonly wholeLists?: boolean;
}

/** Columns and rows to each side where none are asked for: 15 by 15 tiles. */
export const DEFAULT_RADIUS = 7;
/** Every so many columns have their number in each row. */
const NUMBERED_COLUMNS = 5;
/** Entries of each list of cities and units. */
const MAX_LINES = 20;

/**
 * A part of the map in symbols, one token for each tile, with borders, fog, resources, cities and
 * units; nothing in it lies outside the window. Columns and rows continue over the edge where the map wraps. Wholly unknown
 * columns and rows at the edges are left out.
 */
export function mapWindow(world: World, options: MapWindowOptions): MapWindow {
  const { centre, radius = DEFAULT_RADIUS, wholeLists = false } = options;
  const { columns, rows, isWhole } = knownPart(world, centre, radius);
  const grid = rows.map((y) => columns.map((x) => world.map.tileAt({ x, y }) ?? -1));
  const tiles = grid.flat();
  const { symbols, legend } = tileSymbols(world, tiles);
  const near = nearestFirst(world, centre, tiles);
  const cities = cityLines(world, near);
  const units = unitLines(world, near);
  const most = wholeLists ? Number.POSITIVE_INFINITY : MAX_LINES;
  const more = { cities: cities.length - most, units: units.length - most };
  const cut = Object.entries(more).filter(([, count]) => count > 0);
  const ends = grid.map((row) => rowEnd(world, columns, row));
  return {
    window: `x ${span(columns)}, y ${span(rows)} around (${centre.x}, ${centre.y})${isWhole ? '' : `; the rest within ${radius} is unknown`}${shapeNote(world)}`,
    tile: radius === 0 ? tileText(world, tiles[0] ?? -1) : undefined,
    columns: `x ${columns.join(' ')}`,
    rows: grid.map((row, at) => `${rows[at]} ${rowSymbols(columns, row, symbols)}${ends[at]}`),
    legend: [...legend, ...endLegend(ends)],
    resources: resourceLines(world, tiles),
    cities: cities.slice(0, most),
    units: units.slice(0, most),
    more: cut.length > 0 ? Object.fromEntries(cut) : undefined,
  };
}

/** `d d 15:g g`: the symbols of a row, every fifth column with its number, so that columns need not be counted. */
function rowSymbols(
  columns: readonly number[],
  row: readonly number[],
  symbols: ReadonlyMap<number, string>,
): string {
  return row
    .map((tile, at) => {
      const column = columns[at] ?? 0;
      return `${column % NUMBERED_COLUMNS === 0 ? `${column}:` : ''}${symbols.get(tile)}`;
    })
    .join(' ');
}

/** The columns and rows of a window without wholly unknown ones at its edges; all of them where every tile is unknown. */
function knownPart(world: World, centre: Position, radius: number) {
  const { map } = world;
  const columns = coordinates(centre.x, radius, map.xsize, map.topology.has('TF_WRAPX'));
  const rows = coordinates(centre.y, radius, map.ysize, map.topology.has('TF_WRAPY'));
  const places = new Set([...world.cities.values(), ...world.units.values()].map(({ tile }) => tile));
  const isKnown = (x: number, y: number) => {
    const tile = map.tileAt({ x, y }) ?? -1;
    return knownTile(world, tile) !== undefined || places.has(tile);
  };
  const knownColumns = between(columns, (x) => rows.some((y) => isKnown(x, y)));
  const knownRows = between(rows, (y) => columns.some((x) => isKnown(x, y)));
  const isWhole = knownColumns.length === columns.length && knownRows.length === rows.length;
  return knownRows.length === 0
    ? { columns, rows, isWhole: true }
    : { columns: knownColumns, rows: knownRows, isWhole };
}

/** The entries from the first to the last one that `holds` accepts. */
function between<T>(entries: readonly T[], holds: (entry: T) => boolean): readonly T[] {
  const first = entries.findIndex(holds);
  return first < 0 ? [] : entries.slice(first, entries.findLastIndex(holds) + 1);
}

/** Coordinates up to `radius` from a middle one, each once; over the edge where the map wraps, cut off where it does not. */
function coordinates(middle: number, radius: number, size: number, wraps: boolean): readonly number[] {
  const from = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);
  if (!wraps) {
    const first = Math.max(0, middle - radius);
    return from(first, Math.min(size - 1, middle + radius) - first + 1);
  }
  const count = Math.min(size, 2 * radius + 1);
  return from(middle - Math.floor((count - 1) / 2), count).map((one) => ((one % size) + size) % size);
}

function nearestFirst(world: World, centre: Position, tiles: readonly number[]): readonly number[] {
  const middle = world.map.tileAt(centre) ?? 0;
  return tiles.toSorted((a, b) => world.map.distance(middle, a) - world.map.distance(middle, b) || a - b);
}

/** `76 to 4 over the edge`: the first and the last of some coordinates. */
function span(coordinates: readonly number[]): string {
  const [first = 0] = coordinates;
  const last = coordinates.at(-1) ?? first;
  return `${first} to ${last}${last < first ? ' over the edge' : ''}`;
}

/** What the lines of a map say of its shape. */
export function shapeNote({ map }: World): string {
  return map.shape === 'square' ? '' : `; the map is ${map.shape}, odd rows lie half a tile to the right`;
}

/** ` | ours 12-16, Greek 3 | fog 9-11`: whose land the tiles of a row are, and which are not in sight, by columns. */
function rowEnd(world: World, columns: readonly number[], row: readonly number[]): string {
  const owners = row.map((tile) => {
    const owner = knownTile(world, tile)?.owner;
    return owner === undefined || !isPlayer(owner) ? undefined : ownerWord(world, owner);
  });
  const fogged = row.map((tile) =>
    knownTile(world, tile)?.known === 'TILE_KNOWN_UNSEEN' ? 'fog' : undefined,
  );
  return [owners, fogged]
    .map((words) => runs(columns, words))
    .filter((text) => text !== '')
    .map((text) => ` | ${text}`)
    .join('');
}

/** `ours 12-16 20, Greek 3`: for each word the runs of columns that have it; `all` where every column has. */
function runs(columns: readonly number[], words: readonly (string | undefined)[]): string {
  const kinds = [...new Set(words.filter((word) => word !== undefined))];
  return kinds
    .map((kind) => {
      if (words.every((word) => word === kind)) return `${kind} all`;
      const starts = words.flatMap((word, at) => (word === kind && words[at - 1] !== kind ? [at] : []));
      const texts = starts.map((start) => {
        const past = words.findIndex((word, at) => at > start && word !== kind);
        const end = (past < 0 ? words.length : past) - 1;
        return end === start ? `${columns[start]}` : `${columns[start]}-${columns[end]}`;
      });
      return `${kind} ${texts.join(' ')}`;
    })
    .join(', ');
}

function endLegend(ends: readonly string[]): readonly string[] {
  const text = ends.join('');
  const fogged = text.includes('| fog ') ? ['fog: not in sight now, as last seen'] : [];
  return text === '' ? [] : ['after |: whose land, by columns', ...fogged];
}
