import { finalVersion, type World } from '../../world/world.js';
import { adjacentTiles, stepsFrom } from '../lookup/adjacency.js';

interface Frontier {
  /** Of the last change of a tile that was looked at. */
  version: number;
  /** The continent of each tile. */
  readonly lands: Int32Array;
  /** By tile: 1 for a known tile beside an unknown one. */
  readonly isEdge: Uint8Array;
  continents: ReadonlySet<number>;
  edge: readonly number[];
}

/** In place of the continent of an unknown tile; seas have negative numbers. */
const UNKNOWN = 0x7f_ff_ff_ff;

const frontiers = new WeakMap<World, Frontier>();

/** Numbers of the continents, and negative ones of the seas, that have tiles unknown to this seat. */
export function unexploredContinents(world: World): ReadonlySet<number> {
  return frontierOf(world).continents;
}

/** The known tiles beside unknown ones, by tile index. */
export function edgeOfKnownLand(world: World): readonly number[] {
  return frontierOf(world).edge;
}

function frontierOf(world: World): Frontier {
  const known = frontiers.get(world);
  const { map, tiles } = world;
  if (known?.version === tiles.latestVersion && known.lands.length === map.tileCount) return known;
  const frontier = known?.lands.length === map.tileCount ? known : emptyFrontier(world);
  frontiers.set(world, frontier);
  if (hasChanged(world, frontier)) Object.assign(frontier, edgeOf(world, frontier));
  frontier.version = finalVersion(world, tiles);
  return frontier;
}

function emptyFrontier({ map }: World): Frontier {
  const lands = new Int32Array(map.tileCount).fill(UNKNOWN);
  const isEdge = new Uint8Array(map.tileCount);
  return { version: Number.NEGATIVE_INFINITY, lands, isEdge, continents: new Set(), edge: [] };
}

/** Notes the tiles that have changed. Fog comes and goes all the time, new land does not. */
function hasChanged({ map, tiles }: World, { version, lands, isEdge }: Frontier): boolean {
  const changed: number[] = [];
  for (const tile of tiles.changedSince(version)) {
    const now = tile.known === 'TILE_UNKNOWN' ? UNKNOWN : tile.continent;
    if (lands[tile.tile] === now) continue;
    lands[tile.tile] = now;
    changed.push(tile.tile);
  }
  for (const tile of changed)
    for (const near of adjacentTiles(map, tile))
      isEdge[near] = Number(
        lands[near] !== UNKNOWN && stepsFrom(map, near).some((to) => lands[to.tile] === UNKNOWN),
      );
  return changed.length > 0;
}

function edgeOf({ tiles }: World, { lands, isEdge }: Frontier): Pick<Frontier, 'continents' | 'edge'> {
  const continents = new Set<number>();
  const edge: number[] = [];
  for (const { tile } of tiles.values()) {
    if (isEdge[tile] !== 1) continue;
    continents.add(lands[tile] ?? UNKNOWN);
    edge.push(tile);
  }
  return { continents, edge };
}
