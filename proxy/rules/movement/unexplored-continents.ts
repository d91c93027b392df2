import { finalVersion, type World } from '../../world/world.js';
import { stepsFrom } from '../lookup/adjacency.js';
import { knownTile, type Tile } from '../lookup/tiles.js';

interface Frontier {
  /** Of the last change of a tile that was looked at. */
  version: number;
  /** The continent of each known tile. */
  readonly lands: ReadonlyMap<number, number>;
  readonly continents: ReadonlySet<number>;
  readonly edge: readonly number[];
}

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
  const kept = frontiers.get(world);
  if (kept?.version === world.tiles.latestVersion) return kept;
  const found = kept !== undefined && isStillValid(world, kept) ? kept : findFrontier(world);
  found.version = finalVersion(world, world.tiles);
  frontiers.set(world, found);
  return found;
}

/** Fog comes and goes all the time, new land does not. */
function isStillValid({ tiles }: World, { version, lands }: Frontier): boolean {
  for (const tile of tiles.changedSince(version)) if (landOf(tile) !== lands.get(tile.tile)) return false;
  return true;
}

function findFrontier(world: World): Frontier {
  const lands = new Map<number, number>();
  const continents = new Set<number>();
  const edge: number[] = [];
  for (const info of world.tiles.values()) {
    const land = landOf(info);
    if (land === undefined) continue;
    lands.set(info.tile, land);
    if (stepsFrom(world.map, info.tile).every((step) => knownTile(world, step.tile) !== undefined)) continue;
    continents.add(land);
    edge.push(info.tile);
  }
  return { version: finalVersion(world, world.tiles), lands, continents, edge };
}

function landOf({ known: state, continent }: Tile): number | undefined {
  return state === 'TILE_UNKNOWN' ? undefined : continent;
}
