import type { ExtraCause, UnitActivity } from '../../freeciv/generated/packets.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { stepsFrom } from '../lookup/adjacency.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { cityAt, type Extra, type Terrain, terrainOf } from '../lookup/tiles.js';
import { effectValue } from '../requirements/effects.js';
import { unitContext } from '../requirements/requirement.js';
import { canBuildExtra, type Removal, removableExtras } from './extras.js';

/** The kinds of work on a tile that units do. */
export type TerrainWork = 'road' | 'irrigation' | 'mine' | 'base' | 'transform' | Removal;

/** What a worker would do: an activity, and the extra it is about; none when it changes the terrain instead. */
export interface WorkPlan {
  readonly activity: UnitActivity;
  readonly extra: Extra | undefined;
}

interface Building {
  readonly activity: UnitActivity;
  readonly cause: ExtraCause;
  /** Turns of work on this terrain; 0 where it cannot be done. */
  time(terrain: Terrain): number;
}

type BuildingWork = 'road' | 'irrigation' | 'mine' | 'base';

const buildings: Readonly<Record<BuildingWork, Building>> = {
  road: { activity: 'ACTIVITY_GEN_ROAD', cause: 'EC_ROAD', time: (terrain) => terrain.roadTime },
  irrigation: {
    activity: 'ACTIVITY_IRRIGATE',
    cause: 'EC_IRRIGATION',
    time: (terrain) => terrain.irrigationTime,
  },
  mine: { activity: 'ACTIVITY_MINE', cause: 'EC_MINE', time: (terrain) => terrain.miningTime },
  base: { activity: 'ACTIVITY_BASE', cause: 'EC_BASE', time: (terrain) => terrain.baseTime },
};

const removals: Readonly<Record<Removal, UnitActivity>> = {
  pillage: 'ACTIVITY_PILLAGE',
  pollution: 'ACTIVITY_POLLUTION',
  fallout: 'ACTIVITY_FALLOUT',
};

/**
 * Every work of a kind that a unit can begin where it stands, in the ruleset's order, as the server decides when it
 * takes unit_change_activity.
 */
export function terrainWorks(world: World, unit: Unit, work: TerrainWork): WorkPlan[] {
  switch (work) {
    case 'pillage':
    case 'pollution':
    case 'fallout': {
      if (work !== 'pillage' && !isWorker(world, unit)) return [];
      return removableExtras(world, unit, work).map((extra) => ({ activity: removals[work], extra }));
    }
    case 'transform':
      return canChangeTerrain(world, unit, work)
        ? [{ activity: 'ACTIVITY_TRANSFORM', extra: undefined }]
        : [];
    default:
      return buildingWorks(world, unit, work);
  }
}

/** Every work of a kind that there is in the ruleset, possible or not. */
export function anyWorks(world: World, work: TerrainWork): WorkPlan[] {
  switch (work) {
    case 'pillage':
    case 'pollution':
    case 'fallout':
      return rulesetIndex(world.ruleset).extras.map((extra) => ({ activity: removals[work], extra }));
    case 'transform':
      return [{ activity: 'ACTIVITY_TRANSFORM', extra: undefined }];
    default: {
      const { activity, cause } = buildings[work];
      const extras = rulesetIndex(world.ruleset).extras.filter((extra) => extra.causes.has(cause));
      return extras.map((extra) => ({ activity, extra }));
    }
  }
}

function buildingWorks(world: World, unit: Unit, work: BuildingWork): WorkPlan[] {
  const terrain = terrainOf(world, unit.tile);
  const { activity, cause, time } = buildings[work];
  if (terrain === undefined || !mayBuild(world, unit, work)) return [];
  if (work === 'irrigation' || work === 'mine') {
    if (resultOf(terrain, work) !== terrain.id) {
      return canChangeTerrain(world, unit, work) ? [{ activity, extra: undefined }] : [];
    }
    const possible = work === 'irrigation' ? 'EFT_IRRIG_POSSIBLE' : 'EFT_MINING_POSSIBLE';
    if (effectValue(world, possible, unitContext(world, unit)) <= 0) return [];
  }
  if (time(terrain) === 0) return [];
  return rulesetIndex(world.ruleset)
    .extras.filter((extra) => extra.causes.has(cause) && canBuildExtra(world, unit, extra))
    .map((extra) => ({ activity, extra }));
}

/** Roads and bases say in their own requirements who builds them; the server wants workers for the rest. */
function mayBuild(world: World, unit: Unit, work: BuildingWork): boolean {
  return work === 'road' || work === 'base' || isWorker(world, unit);
}

function isWorker(world: World, unit: Unit): boolean {
  return world.ruleset.unitTypes.get(unit.type)?.flags.has('UTYF_SETTLERS') === true;
}

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
function canChangeTerrain(world: World, unit: Unit, change: TerrainChange): boolean {
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
