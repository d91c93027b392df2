import { finalVersion, type World } from '../../world/world.js';
import { stepsFrom } from '../lookup/adjacency.js';
import { knownTile, type Tile } from '../lookup/tiles.js';

interface Frontier {
  /** Of the last change of a tile that was looked at. */
  version: number;
  /** The continent of each known tile. */
  readonly lands: ReadonlyMap<number, number>;
  readonly continents: ReadonlySet<number>;
}

const frontiers = new WeakMap<World, Frontier>();

/** Numbers of the continents, and negative ones of the seas, that have tiles unknown to this seat. */
export function unexploredContinents(world: World): ReadonlySet<number> {
  const kept = frontiers.get(world);
  if (kept?.version === world.tiles.latestVersion) return kept.continents;
  const found = kept !== undefined && isStillValid(world, kept) ? kept : findFrontier(world);
  found.version = finalVersion(world, world.tiles);
  frontiers.set(world, found);
  return found.continents;
}

/** Fog comes and goes all the time, new land does not. */
function isStillValid({ tiles }: World, { version, lands }: Frontier): boolean {
  for (const tile of tiles.changedSince(version)) if (landOf(tile) !== lands.get(tile.tile)) return false;
  return true;
}

function findFrontier(world: World): Frontier {
  const lands = new Map<number, number>();
  const continents = new Set<number>();
  for (const info of world.tiles.values()) {
    const land = landOf(info);
    if (land === undefined) continue;
    lands.set(info.tile, land);
    if (continents.has(land)) continue;
    if (stepsFrom(world.map, info.tile).some((step) => knownTile(world, step.tile) === undefined))
      continents.add(land);
  }
  return { version: finalVersion(world, world.tiles), lands, continents };
}

function landOf({ known: state, continent }: Tile): number | undefined {
  return state === 'TILE_UNKNOWN' ? undefined : continent;
}
