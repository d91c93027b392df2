import type { ExtraCause, UnitActivity } from '../../freeciv/generated/packets-3.0.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { type Extra, type Terrain, terrainOf } from '../lookup/tiles.js';
import { unitContext } from '../requirements/context.js';
import { effectValue } from '../requirements/effects.js';
import { canBuildExtra } from './extra-building.js';
import { type Removal, removableExtras } from './extra-removal.js';
import { canChangeTerrain, resultOf } from './terrain-change.js';

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
