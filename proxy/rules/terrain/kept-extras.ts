import type { World } from '../../world/world.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, type Extra, type Terrain } from '../lookup/tiles.js';
import { arePossible } from '../requirements/requirements.js';
import { buildsExtra } from './terrain-change.js';

/**
 * Whether an extra stays on a tile whose terrain becomes another one (`tile_change_terrain`, `is_native_tile_to_extra`).
 * In `world` the tile has that terrain.
 */
export function keepsExtra(world: World, tile: number, terrain: Terrain, extra: Extra): boolean {
  const { id, flags, causes, reqs } = extra;
  if (flags.has('EF_TERR_CHANGE_REMOVES')) return false;
  if (terrain.resources.includes(id)) return true;
  if (causes.has('EC_IRRIGATION') && !buildsExtra(terrain, 'irrigation')) return false;
  if (causes.has('EC_MINE') && !buildsExtra(terrain, 'mine')) return false;
  if (causes.has('EC_BASE') && !holdsBase(world, tile, terrain, id)) return false;
  if (causes.has('EC_ROAD') && !holdsRoad(world, terrain, id)) return false;
  return arePossible(world, reqs, { tile }) !== false;
}

function holdsBase(world: World, tile: number, terrain: Terrain, extra: number): boolean {
  const claimsLand = (rulesetIndex(world.ruleset).bases.get(extra)?.borderSq ?? -1) >= 0;
  return terrain.baseTime > 0 && !(claimsLand && cityAt(world, tile) !== undefined);
}

function holdsRoad({ ruleset }: World, terrain: Terrain, extra: number): boolean {
  const isRiver = rulesetIndex(ruleset).roads.get(extra)?.flags.has('RF_RIVER') === true;
  return isRiver ? terrain.flags.has('TER_CAN_HAVE_RIVER') : terrain.roadTime > 0;
}
