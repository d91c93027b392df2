import { hasBit, withBit } from '../../freeciv/value-codecs.js';
import { landOf } from '../../world/tile.js';
import type { World } from '../../world/world.js';
import { cityTiles } from '../lookup/cities.js';
import { citiesByOwner } from '../lookup/entity-index.js';
import { isPlayer } from '../lookup/players.js';
import { supposeTiles } from '../lookup/supposed-world.js';
import { cityAt, type Extra, extrasOn, hasExtra, knownTile, type Tile } from '../lookup/tiles.js';
import { buildsExtra, type WorkActivity } from '../terrain/terrain-change.js';
import { anyWorks } from '../terrain/terrain-work.js';
import { LandYields } from './land-yields.js';

/** The kinds of work that make tiles yield more. */
const KINDS = ['irrigation', 'mine', 'road'] as const;
/** The share of its gain that counts for a tile that no city works yet. */
const FREE_SHARE = 0.35;

/** Something that units could build on a tile, and what the tile would yield more by it. */
interface LandGain {
  readonly kind: (typeof KINDS)[number];
  readonly activity: WorkActivity;
  readonly extra: Extra;
  /** Of what the tile yields more each turn, as sites are compared. */
  readonly worth: number;
}

/** A work that would improve the land of a city. */
export interface LandWork extends LandGain {
  readonly tile: number;
}

interface Kept {
  readonly rules: string;
  readonly gains: readonly LandGain[];
}

/** By tile: tiles do not change, they are replaced. */
const kept = new WeakMap<Tile, Kept>();

/**
 * What would improve the tiles of a player's cities, with buildings of cities left out. Whether a unit can begin it is not asked:
 * irrigation may lack water, and other works a technology.
 */
export function landWorks(world: World, player: number): readonly LandWork[] {
  const tiles = tilesOfCities(world, player);
  const { rules } = new LandYields(world, player);
  const unknown = tiles.filter((tile) => kept.get(landOf(tile))?.rules !== rules);
  if (unknown.length > 0) learn(world, player, unknown, rules);
  return tiles.flatMap((tile) => {
    const share = tile.worked > 0 ? 1 : FREE_SHARE;
    const gains = kept.get(landOf(tile))?.gains ?? [];
    return gains.map((gain) => ({ ...gain, tile: tile.tile, worth: share * gain.worth }));
  });
}

/** The tiles that own cities work or could work, each once, their centres left out. */
function tilesOfCities(world: World, player: number): readonly Tile[] {
  const found = new Set<number>();
  for (const city of citiesByOwner(world).get(player) ?? [])
    for (const tile of cityTiles(world, city) ?? []) found.add(tile);
  return [...found].flatMap((index) => {
    const tile = knownTile(world, index);
    if (tile === undefined || cityAt(world, index) !== undefined) return [];
    const isForeign = isPlayer(tile.owner) && tile.owner !== player;
    return isForeign ? [] : [tile];
  });
}

/** Computes the gains of tiles: each kind of work is supposed on all of them at once. */
function learn(world: World, player: number, tiles: readonly Tile[], rules: string): void {
  const gains = new Map<Tile, LandGain[]>(tiles.map((tile) => [tile, []]));
  const now = new LandYields(world, player);
  for (const kind of KINDS) {
    for (const { activity, extra } of anyWorks(world, kind)) {
      if (extra === undefined) continue;
      const works = tiles.flatMap((tile) =>
        isLacking(world, tile, kind, extra) ? [{ tile, improved: withExtra(world, tile, extra) }] : [],
      );
      const supposed = works.map(({ improved }) => improved);
      const after = new LandYields(supposeTiles(world, supposed), player);
      for (const { tile, improved } of works) {
        const worth = after.of(improved).worth - now.of(tile).worth;
        if (worth > 0) gains.get(tile)?.push({ kind, activity, extra, worth });
      }
    }
  }
  for (const [tile, found] of gains) kept.set(landOf(tile), { rules, gains: found });
}

function isLacking({ ruleset }: World, tile: Tile, kind: LandGain['kind'], extra: Extra): boolean {
  const terrain = ruleset.terrains.get(tile.terrain);
  if (terrain === undefined || !extra.buildable || hasExtra(tile, extra.id)) return false;
  return kind === 'road' ? terrain.roadTime > 0 : buildsExtra(terrain, kind);
}

/** A tile with one extra more: the server removes the extras that conflict with it. */
function withExtra(world: World, tile: Tile, extra: Extra): Tile {
  const replaced = extrasOn(world, tile).filter(({ id }) => hasBit(extra.conflicts, id));
  const left = replaced.reduce((extras, { id }) => withBit(extras, id, false), tile.extras);
  return { ...tile, extras: withBit(left, extra.id, true) };
}
