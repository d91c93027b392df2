import type { World } from '../world/world.js';
import { stepsFrom } from './adjacency.js';
import { knownTile } from './tiles.js';

interface Frontier {
  /** Of the last change of a tile. */
  readonly version: number;
  readonly continents: ReadonlySet<number>;
}

const known = new WeakMap<World, Frontier>();

/** Numbers of the continents, and negative ones of the seas, of which this seat does not know all tiles. */
export function unexploredContinents(world: World): ReadonlySet<number> {
  const kept = known.get(world);
  if (kept?.version === world.tiles.latest) return kept.continents;
  const continents = new Set<number>();
  for (const { tile, continent, known: state } of world.tiles.values()) {
    if (state === 'TILE_UNKNOWN' || continents.has(continent)) continue;
    if (stepsFrom(world.map, tile).some((step) => knownTile(world, step.tile) === undefined))
      continents.add(continent);
  }
  known.set(world, { version: world.tiles.latest, continents });
  return continents;
}
