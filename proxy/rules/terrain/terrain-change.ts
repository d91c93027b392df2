import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { stepsFrom } from '../lookup/adjacency.js';
import { cityAt, type Terrain, terrainOf } from '../lookup/tiles.js';
import { unitContext } from '../requirements/context.js';
import { effectValue } from '../requirements/effects.js';

/** The ways to make another terrain of one. */
export type TerrainChange = 'irrigation' | 'mine' | 'transform';

const effects = {
  irrigation: 'EFT_IRRIG_TF_POSSIBLE',
  mine: 'EFT_MINING_TF_POSSIBLE',
  transform: 'EFT_TRANSFORM_POSSIBLE',
} as const;

/** The number of the terrain that a work of a kind makes of one; the same for works that leave it. */
export function resultOf(terrain: Terrain, change: TerrainChange): number {
  if (change === 'transform') return terrain.transformResult;
  return change === 'irrigation' ? terrain.irrigationResult : terrain.miningResult;
}

/** Whether a unit may begin to change the terrain where it stands, as the server decides it. */
export function canChangeTerrain(world: World, unit: Unit, change: TerrainChange): boolean {
  const terrain = terrainOf(world, unit.tile);
  const becomes = terrain && world.ruleset.terrains.get(resultOf(terrain, change));
  if (terrain === undefined || becomes === undefined || becomes.id === terrain.id) return false;
  if (becomes.flags.has('TER_NO_CITIES') && cityAt(world, unit.tile) !== undefined) return false;
  if (!surroundingsAllow(world, unit.tile, terrain, becomes)) return false;
  return effectValue(world, effects[change], unitContext(world, unit)) > 0;
}

/** Land is only won from the sea beside land, and so on. */
function surroundingsAllow(world: World, tile: number, from: Terrain, to: Terrain): boolean {
  const control = world.ruleset.terrainControl;
  if (control === undefined) return false;
  const oceans = share(world, tile, (near) => near.tclass === 'TC_OCEAN');
  if (isOcean(from) && !isOcean(to) && 100 - oceans < control.oceanReclaimRequirementPct) return false;
  if (!isOcean(from) && isOcean(to) && oceans < control.landChannelRequirementPct) return false;
  const frozen = share(world, tile, isFrozen);
  if (isFrozen(from) && !isFrozen(to) && 100 - frozen < control.terrainThawRequirementPct) return false;
  return isFrozen(from) || !isFrozen(to) || frozen >= control.terrainFreezeRequirementPct;
}

function isOcean(terrain: Terrain): boolean {
  return terrain.tclass === 'TC_OCEAN';
}

function isFrozen(terrain: Terrain): boolean {
  return terrain.flags.has('TER_FROZEN');
}

/** Per cent of the tiles beside one whose terrain is such; unknown ones count as not such. */
function share(world: World, tile: number, such: (terrain: Terrain) => boolean): number {
  const near = stepsFrom(world.map, tile).map((step) => terrainOf(world, step.tile));
  const count = near.filter((terrain) => terrain !== undefined && such(terrain)).length;
  return Math.trunc((count * 100) / Math.max(1, near.length));
}
