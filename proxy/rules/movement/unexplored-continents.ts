import { finalVersion, type World } from '../../world/world.js';
import { stepsFrom } from '../lookup/adjacency.js';

interface Frontier {
  /** Of the last change of a tile that was looked at. */
  version: number;
  /** The continent of each tile. */
  readonly lands: Int32Array;
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
  if (hasChanged(world, frontier)) Object.assign(frontier, edgeOf(world, frontier.lands));
  frontier.version = finalVersion(world, tiles);
  return frontier;
}

function emptyFrontier({ map }: World): Frontier {
  const lands = new Int32Array(map.tileCount).fill(UNKNOWN);
  return { version: Number.NEGATIVE_INFINITY, lands, continents: new Set(), edge: [] };
}

/** Notes the tiles that have changed. Fog comes and goes all the time, new land does not. */
function hasChanged({ tiles }: World, { version, lands }: Frontier): boolean {
  let isChanged = false;
  for (const tile of tiles.changedSince(version)) {
    const now = tile.known === 'TILE_UNKNOWN' ? UNKNOWN : tile.continent;
    if (lands[tile.tile] === now) continue;
    lands[tile.tile] = now;
    isChanged = true;
  }
  return isChanged;
}

function edgeOf({ map, tiles }: World, lands: Int32Array): Pick<Frontier, 'continents' | 'edge'> {
  const continents = new Set<number>();
  const edge: number[] = [];
  for (const { tile } of tiles.values()) {
    const land = lands[tile] ?? UNKNOWN;
    if (land === UNKNOWN || stepsFrom(map, tile).every((step) => lands[step.tile] !== UNKNOWN)) continue;
    continents.add(land);
    edge.push(tile);
  }
  return { continents, edge };
}
