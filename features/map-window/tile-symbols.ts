import { memoByInput } from '#shared/core/memo.js';
import { hasBit } from '../../proxy/freeciv/value-codecs.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { rulesetIndex } from '../../proxy/rules/lookup/ruleset-index.js';
import { cityAt, type Extra, knownTile, type Terrain, type Tile } from '../../proxy/rules/lookup/tiles.js';
import type { Ruleset } from '../../proxy/world/ruleset.js';
import type { World } from '../../proxy/world/world.js';
import { shortPlace } from './window-entities.js';

/**
 * A letter of the first list followed by one of the second is one token of the o200k vocabulary after a space, in small
 * letters and in capitals; most vocabularies have nearly all of these pairs. A test holds it.
 */
export const TERRAIN_LETTERS: readonly string[] = [...'abcdefghilmnoprstu'];
/** Letters for the extras of a tile; the last one means all combinations for which there are no letters left. */
export const EXTRAS_LETTERS: readonly string[] = [...'abcdefghlmprstuvw'];
const LISTED_LETTER = 'w';

const CITY_SIGNS = { own: '#', other: '@', unknown: '?' } as const;

/** The symbols of some tiles, and what they mean. */
export interface TileSymbols {
  /** By tile index. */
  readonly symbols: ReadonlyMap<number, string>;
  /** Lines of a legend of the symbols that occur. */
  readonly legend: readonly string[];
}

/** One symbol for each of some tiles: the terrain, what is on it, and whether there is a resource; or a city. */
export function tileSymbols(world: World, tiles: readonly number[]): TileSymbols {
  const seen = tiles.flatMap((index) => {
    const tile = cityAt(world, index) === undefined ? knownTile(world, index) : undefined;
    return tile === undefined ? [] : [tile];
  });
  const terrain = terrainLetters(world.ruleset);
  const combinations = combinationsOn(world, seen);
  const onTiles = extrasLetters(combinations);
  const symbols = new Map(tiles.map((index) => [index, signOf(world, index)]));
  for (const tile of seen) {
    const symbol = `${terrain.get(tile.terrain) ?? ''}${onTiles.get(combinations.get(tile) ?? '') ?? ''}`;
    symbols.set(tile.tile, hasResource(tile, world.ruleset) ? symbol.toUpperCase() : symbol);
  }
  return { symbols, legend: legendOf(world, combinations, { symbols, terrain, onTiles }) };
}

/** The sign of a tile with a city, or of an unknown tile. */
function signOf(world: World, index: number): string {
  const city = cityAt(world, index);
  if (city === undefined) return CITY_SIGNS.unknown;
  return city.owner === world.seat.player ? CITY_SIGNS.own : CITY_SIGNS.other;
}

function hasResource(tile: Tile, ruleset: Ruleset): boolean {
  return ruleset.resources.has(tile.resource);
}

interface Letters {
  readonly symbols: ReadonlyMap<number, string>;
  readonly terrain: ReadonlyMap<number, string>;
  readonly onTiles: ReadonlyMap<string, string>;
}

function legendOf(
  world: World,
  combinations: ReadonlyMap<Tile, string>,
  { symbols, terrain, onTiles }: Letters,
): string[] {
  const tiles = [...combinations.keys()];
  const kinds = [...new Set(tiles.map((tile) => tile.terrain))].sort((a, b) => a - b);
  const names = kinds.map((id) => `${terrain.get(id)} ${legendName(world.ruleset.terrains.get(id))}`);
  const second = [...onTiles].filter(
    ([, letter]) => letter !== LISTED_LETTER || onTiles.size <= EXTRAS_LETTERS.length,
  );
  const signs = new Set(symbols.values());
  const has = (sign: string, meaning: string) => (signs.has(sign) ? [`${sign} ${meaning}`] : []);
  return [
    ...(names.length > 0 ? [`first letter: ${names.join(', ')}`] : []),
    ...(second.length > 0
      ? [`second letter: ${second.map(([key, letter]) => `${letter} ${key}`).join(', ')}`]
      : []),
    ...listed(world, combinations, onTiles),
    ...(tiles.some((tile) => hasResource(tile, world.ruleset)) ? ['capitals: a resource is there'] : []),
    ...has(CITY_SIGNS.own, 'our city'),
    ...has(CITY_SIGNS.other, 'city of others'),
    ...has(CITY_SIGNS.unknown, 'unknown'),
  ];
}

/** What is on each tile whose combination has no letter of its own. */
function listed(
  world: World,
  combinations: ReadonlyMap<Tile, string>,
  onTiles: ReadonlyMap<string, string>,
): string[] {
  if (onTiles.size <= EXTRAS_LETTERS.length) return [];
  const rare = [...combinations].filter(([, key]) => onTiles.get(key) === LISTED_LETTER);
  return [
    `${LISTED_LETTER}: ${rare.map(([{ tile }, key]) => `${shortPlace(world, tile)} ${key}`).join(', ')}`,
  ];
}

/** The extras of each tile without its resource, as `road+irrigation`: natural ones, then roads, then the rest; empty for none. */
function combinationsOn({ ruleset }: World, tiles: readonly Tile[]): ReadonlyMap<Tile, string> {
  const { extras, roads } = rulesetIndex(ruleset);
  const rank = ({ id, category }: Extra) => (category === 'ECAT_NATURAL' ? 0 : roads.has(id) ? 1 : 2);
  const kinds = extras
    .filter(({ causes }) => !causes.has('EC_RESOURCE'))
    .sort((a, b) => rank(a) - rank(b))
    .map((extra) => ({ id: extra.id, name: legendName(extra) }));
  const textOf = (tile: Tile) =>
    kinds
      .filter(({ id }) => hasBit(tile.extras, id))
      .map(({ name }) => name)
      .join('+');
  return new Map(tiles.map((tile) => [tile, textOf(tile)]));
}

/** A letter for each combination; the simplest and most frequent ones have letters of their own. */
function extrasLetters(combinations: ReadonlyMap<Tile, string>): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const key of combinations.values()) if (key !== '') counts.set(key, (counts.get(key) ?? 0) + 1);
  const parts = (key: string) => key.split('+').length;
  const keys = [...counts]
    .sort(([a, countA], [b, countB]) => parts(a) - parts(b) || countB - countA || a.localeCompare(b))
    .map(([key]) => key);
  const isFew = keys.length <= EXTRAS_LETTERS.length;
  const pool = isFew ? EXTRAS_LETTERS : EXTRAS_LETTERS.filter((letter) => letter !== LISTED_LETTER);
  const letters = assigned(keys.slice(0, pool.length), pool);
  for (const key of keys.slice(pool.length)) letters.set(key, LISTED_LETTER);
  return letters;
}

/** One letter for each terrain of the ruleset; what players start on chooses first. */
function terrainLetters(ruleset: Ruleset): ReadonlyMap<number, string> {
  return lettersOf(ruleset, ruleset.terrains.size);
}

const lettersOf = memoByInput((ruleset: Ruleset, _size: number): ReadonlyMap<number, string> => {
  const rank = ({ flags }: Terrain) =>
    flags.has('TER_STARTER') ? 0 : flags.has('TER_NOT_GENERATED') ? 2 : 1;
  const terrains = [...ruleset.terrains.values()].sort((a, b) => rank(a) - rank(b));
  const letters = assigned(
    terrains.map(({ id, name }) => `${displayName(name).toLowerCase()}#${id}`),
    TERRAIN_LETTERS,
  );
  return new Map([...letters].map(([key, letter]) => [Number(key.split('#').at(-1)), letter]));
});

/** The first free letter of each name, or any that is free; `z` for all that are too many. */
function assigned(names: readonly string[], pool: readonly string[]): Map<string, string> {
  const free = new Set(pool);
  return new Map(
    names.map((name) => {
      const letter = [...name, ...free].find((one) => free.has(one)) ?? 'z';
      free.delete(letter);
      return [name, letter];
    }),
  );
}

function legendName(thing: { readonly name: string } | undefined): string {
  return displayName(thing?.name ?? 'unknown').toLowerCase();
}
