import type { GenAction } from '../../freeciv/generated/packets.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { stepsFrom } from '../lookup/adjacency.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, type Extra, type Terrain, terrainOf } from '../lookup/tiles.js';
import { effectValue } from '../requirements/effects.js';
import { unitContext } from '../requirements/requirement.js';
import { arePossible } from '../requirements/requirements.js';
import { isEnabledHere, knowsAction } from '../units/action-enablers.js';

/** The activities of units that work on a tile. */
export type WorkActivity =
  | 'ACTIVITY_GEN_ROAD'
  | 'ACTIVITY_IRRIGATE'
  | 'ACTIVITY_CULTIVATE'
  | 'ACTIVITY_MINE'
  | 'ACTIVITY_PLANT'
  | 'ACTIVITY_BASE'
  | 'ACTIVITY_TRANSFORM'
  | 'ACTIVITY_PILLAGE'
  | 'ACTIVITY_POLLUTION'
  | 'ACTIVITY_FALLOUT';

/** Whether the ruleset enables a unit action for a unit on its tile; undefined where terrain works are not unit actions. */
export function isEnabled(world: World, unit: Unit, action: GenAction): boolean | undefined {
  return knowsAction(world, 'ACTION_ROAD') ? isEnabledHere(world, unit, action) === true : undefined;
}

/** Whether units of the type work the land (`UTYF_SETTLERS`). */
export function isWorker(world: World, unit: Unit): boolean {
  return world.ruleset.unitTypes.get(unit.type)?.flags.has('UTYF_SETTLERS') === true;
}

/** The ways to change one terrain into another; in later versions irrigation means cultivating, a mine means planting. */
export type TerrainChange = 'irrigation' | 'mine' | 'transform';

/** How a terrain is changed in 3.0: the activity and the effect that allows it; later a unit action with its own activity. */
const changes = {
  irrigation: {
    effect: 'EFT_IRRIG_TF_POSSIBLE',
    activity: 'ACTIVITY_IRRIGATE',
    later: { action: 'ACTION_CULTIVATE', activity: 'ACTIVITY_CULTIVATE' },
  },
  mine: {
    effect: 'EFT_MINING_TF_POSSIBLE',
    activity: 'ACTIVITY_MINE',
    later: { action: 'ACTION_PLANT', activity: 'ACTIVITY_PLANT' },
  },
  transform: {
    effect: 'EFT_TRANSFORM_POSSIBLE',
    activity: 'ACTIVITY_TRANSFORM',
    later: { action: 'ACTION_TRANSFORM_TERRAIN', activity: 'ACTIVITY_TRANSFORM' },
  },
} as const;

/** The number of the terrain that a work of a kind makes of one; the same, or that of none, for works that leave it. */
export function resultOf(terrain: Terrain, change: TerrainChange): number {
  if (change === 'transform') return terrain.transformResult;
  return change === 'irrigation'
    ? (terrain.cultivateResult ?? terrain.irrigationResult)
    : (terrain.plantResult ?? terrain.miningResult);
}

/** Whether irrigation or a mine can be built on a terrain; in 3.0 such work changes other terrains. */
export function buildsExtra(terrain: Terrain, work: 'irrigation' | 'mine'): boolean {
  return (work === 'irrigation' ? terrain.irrigationResult : terrain.miningResult) === terrain.id;
}

/** The activity that changes the terrain where a unit stands, when it may begin it, as the server decides it. */
export function terrainChange(world: World, unit: Unit, change: TerrainChange): WorkActivity | undefined {
  const terrain = terrainOf(world, unit.tile);
  const becomes = terrain && world.ruleset.terrains.get(resultOf(terrain, change));
  if (terrain === undefined || becomes === undefined || becomes.id === terrain.id) return undefined;
  if (becomes.flags.has('TER_NO_CITIES') && cityAt(world, unit.tile) !== undefined) return undefined;
  if (!surroundingsAllow(world, unit.tile, terrain, becomes)) return undefined;
  const { effect, activity, later } = changes[change];
  const enabled = isEnabled(world, unit, later.action);
  if (enabled !== undefined) return enabled ? later.activity : undefined;
  const mayChange = change === 'transform' || isWorker(world, unit);
  return mayChange && effectValue(world, effect, unitContext(world, unit)) > 0 ? activity : undefined;
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

/** Whether an extra stays (`tile_change_terrain`, `is_native_tile_to_extra`); `world` has the new terrain. */
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
