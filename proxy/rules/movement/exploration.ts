import type { Unit } from '../../world/unit.js';
import { finalVersion, type World } from '../../world/world.js';
import { stepsFrom, tilesAround } from '../lookup/adjacency.js';
import type { UnitType } from '../lookup/nativity.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import type { Extra, Tile } from '../lookup/tiles.js';
import { type Areas, areasOf, hasOneOf } from './areas.js';

interface ExplorationCache {
  /** Of the last change of a tile that was looked at. */
  version: number;
  readonly treaties: number;
  /** What the areas depend on, by known tile. */
  readonly signatures: ReadonlyMap<number, number>;
  /** By what units have in common, as in `kindOf`. */
  readonly areas: Map<string, Areas>;
  /** By squared radius of vision: the tiles from which unknown land would be seen, and villages. */
  readonly discoveries: Map<number, ReadonlySet<number>>;
}

const caches = new WeakMap<World, ExplorationCache>();

/**
 * Whether a unit can come to a place from which it would see unknown land, or to a village: else the server ends its
 * exploring at once (explorer_desirable of freeciv). Units in the way are ignored.
 */
export function hasMoreToExplore(world: World, unit: Unit): boolean {
  const type = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined) return false;
  const { of, withDiscoveries } = areasFor(world, currentCache(world), type);
  const here = of[unit.tile] ?? 0;
  // From a transport it goes ashore first.
  const starts = here === 0 ? stepsFrom(world.map, unit.tile).map(({ tile }) => of[tile]) : [here];
  return starts.some((area) => area !== undefined && withDiscoveries.has(area));
}

/** The tiles from which a unit would see unknown land, and villages. */
export function discoveryTiles(world: World, { type }: Unit): ReadonlySet<number> {
  const radiusSq = world.ruleset.unitTypes.get(type)?.visionRadiusSq ?? 0;
  return discoveriesFor(world, currentCache(world), radiusSq);
}

function currentCache(world: World): ExplorationCache {
  const kept = caches.get(world);
  const treaties = world.diplomacy.latestVersion;
  const villages = villageExtras(world);
  if (kept !== undefined && kept.treaties === treaties && isStillValid(world, kept, villages)) {
    kept.version = finalVersion(world, world.tiles);
    return kept;
  }
  const signatures = new Map<number, number>();
  for (const tile of world.tiles.values()) signatures.set(tile.tile, signature(tile, villages));
  const cache = {
    ...{
      version: finalVersion(world, world.tiles),
      treaties: finalVersion(world, world.diplomacy),
      signatures,
    },
    ...{ areas: new Map(), discoveries: new Map() },
  };
  caches.set(world, cache);
  return cache;
}

/** Fog comes and goes all the time; new land, other terrain, villages and borders do not. */
function isStillValid(
  { tiles }: World,
  { version, signatures }: ExplorationCache,
  villages: readonly Extra[],
): boolean {
  for (const tile of tiles.changedSince(version))
    if (signature(tile, villages) !== signatures.get(tile.tile)) return false;
  return true;
}

/** One number for what the areas depend on; -1 for unknown land. */
function signature(tile: Tile, villages: readonly Extra[]): number {
  if (tile.known === 'TILE_UNKNOWN') return -1;
  return (tile.terrain * 512 + tile.owner) * 2 + Number(hasOneOf(tile, villages));
}

function villageExtras(world: World): readonly Extra[] {
  return rulesetIndex(world.ruleset).extras.filter((extra) => extra.causes.has('EC_HUT'));
}

function areasFor(world: World, cache: ExplorationCache, type: UnitType): Areas {
  const kind = kindOf(type);
  let areas = cache.areas.get(kind);
  if (areas === undefined) {
    areas = areasOf(world, type, discoveriesFor(world, cache, type.visionRadiusSq));
    cache.areas.set(kind, areas);
  }
  return areas;
}

/** What types have in common that can go to the same places and see as far. */
function kindOf({ unitClassId, visionRadiusSq, flags }: UnitType): string {
  return `${unitClassId} ${visionRadiusSq} ${flags.has('UTYF_CIVILIAN')} ${flags.has('UTYF_COAST_STRICT')}`;
}

function discoveriesFor(world: World, cache: ExplorationCache, radiusSq: number): ReadonlySet<number> {
  let discoveries = cache.discoveries.get(radiusSq);
  if (discoveries !== undefined) return discoveries;
  discoveries = discoveriesWithin(world, radiusSq);
  cache.discoveries.set(radiusSq, discoveries);
  return discoveries;
}

/** The tiles with a village, and those around each unknown tile that borders on what is known. */
function discoveriesWithin(world: World, radiusSq: number): ReadonlySet<number> {
  const villages = villageExtras(world);
  const discoveries = new Set<number>();
  const isKnown = new Uint8Array(world.map.tileCount);
  for (const tile of world.tiles.values()) {
    if (tile.known === 'TILE_UNKNOWN') continue;
    isKnown[tile.tile] = 1;
    if (hasOneOf(tile, villages)) discoveries.add(tile.tile);
  }
  for (const border of isKnown.keys()) {
    if (isKnown[border] === 1) continue;
    if (!stepsFrom(world.map, border).some(({ tile }) => isKnown[tile] === 1)) continue;
    for (const tile of tilesAround(world.map, border, radiusSq)) discoveries.add(tile);
  }
  return discoveries;
}
