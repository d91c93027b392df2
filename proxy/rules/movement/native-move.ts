import type { Direction } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';
import { isCardinal } from '../adjacency.js';
import { type Road, rulesetIndex } from '../ruleset-index.js';
import { hasExtra, knownTile } from '../tiles.js';
import { tilesBetween } from './cost.js';
import type { Mover } from './mover.js';
import type { Place } from './places.js';

/**
 * Whether a step is one the unit's class makes by itself. Where only a road or base makes the terrain passable, the
 * two tiles must be connected by it.
 */
export function isNativeMove(
  world: World,
  mover: Mover,
  from: Place,
  to: Place,
  direction: Direction,
): boolean {
  if (to.nativeTerrain || !from.native) return true;
  if (from.nativeTerrain) return to.native;
  const { roads } = rulesetIndex(world.ruleset);
  const isRoad = (extra: number) => roads.has(extra);
  const here = mover.nativeExtras.filter((extra) => hasExtra(from.tile, extra));
  const there = mover.nativeExtras.filter((extra) => hasExtra(to.tile, extra));
  if (to.native && !here.every(isRoad)) return true;
  return there.some((extra) => {
    const road = roads.get(extra);
    if (road === undefined) return true;
    const jumps =
      road.flags.has('RF_JUMP_TO') &&
      here.some((other) => other !== extra && roads.get(other)?.flags.has('RF_JUMP_FROM') === true);
    return jumps || isConnected(world, { extra, road }, from, to, isCardinal(world.map, direction));
  });
}

function isConnected(
  world: World,
  { extra, road }: { readonly extra: number; readonly road: Road },
  from: Place,
  to: Place,
  straight: boolean,
): boolean {
  const { roads } = rulesetIndex(world.ruleset);
  return [...roads].some(([other, link]) => {
    if (!hasExtra(from.tile, other)) return false;
    if (other !== extra && !integrates(road, link)) return false;
    if (straight || link.moveMode === 'RMM_FAST_ALWAYS') return true;
    if (link.moveMode !== 'RMM_RELAXED') return false;
    return tilesBetween(world, from.tile.tile, to.tile.tile).some((between) => {
      const tile = knownTile(world, between);
      return tile !== undefined && (hasExtra(tile, other) || hasExtra(tile, extra));
    });
  });
}

function integrates(road: Road, other: Road): boolean {
  return (((road.integrates[other.id >> 3] ?? 0) >> (other.id & 7)) & 1) === 1;
}
