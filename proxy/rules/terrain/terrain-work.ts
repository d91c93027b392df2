import { memoByInput } from '#shared/core/memo.js';
import type { ExtraCause, GenAction } from '../../freeciv/generated/packets.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { UnitType } from '../lookup/nativity.js';
import { type RulesetIndex, rulesetIndex } from '../lookup/ruleset-index.js';
import { type Extra, type Terrain, terrainOf } from '../lookup/tiles.js';
import { effectValue } from '../requirements/effects.js';
import { unitContext } from '../requirements/requirement.js';
import { excludesType } from '../units/action-enablers.js';
import { unitTypeOf } from '../units/unit-type.js';
import { canBuildExtra, type Removal, removableExtras } from './extras.js';
import {
  buildsExtra,
  isEnabled,
  isWorker,
  type TerrainChange,
  terrainChange,
  type WorkActivity,
} from './terrain-change.js';

/** The kinds of work on a tile that units do. */
export type TerrainWork = 'road' | 'irrigation' | 'mine' | 'base' | 'transform' | Removal;

/** What a worker would do: an activity, and the extra it is about; none when it changes the terrain instead. */
export interface WorkPlan {
  readonly activity: WorkActivity;
  readonly extra: Extra | undefined;
}

interface Building {
  readonly activity: WorkActivity;
  /** The unit action that it is in versions after 3.0. */
  readonly action: GenAction;
  readonly cause: ExtraCause;
  /** Turns of work on this terrain; 0 where it cannot be done. */
  time(terrain: Terrain): number;
}

type BuildingWork = 'road' | 'irrigation' | 'mine' | 'base';

const buildings: Readonly<Record<BuildingWork, Building>> = {
  road: {
    activity: 'ACTIVITY_GEN_ROAD',
    action: 'ACTION_ROAD',
    cause: 'EC_ROAD',
    time: (terrain) => terrain.roadTime,
  },
  irrigation: {
    activity: 'ACTIVITY_IRRIGATE',
    action: 'ACTION_IRRIGATE',
    cause: 'EC_IRRIGATION',
    time: (terrain) => terrain.irrigationTime,
  },
  mine: {
    activity: 'ACTIVITY_MINE',
    action: 'ACTION_MINE',
    cause: 'EC_MINE',
    time: (terrain) => terrain.miningTime,
  },
  base: {
    activity: 'ACTIVITY_BASE',
    action: 'ACTION_BASE',
    cause: 'EC_BASE',
    time: (terrain) => terrain.baseTime,
  },
};

const removals: Readonly<Record<Removal, WorkActivity>> = {
  pillage: 'ACTIVITY_PILLAGE',
  pollution: 'ACTIVITY_POLLUTION',
  fallout: 'ACTIVITY_FALLOUT',
};

const removalActions: Readonly<Record<Removal, GenAction>> = {
  pillage: 'ACTION_PILLAGE',
  pollution: 'ACTION_CLEAN_POLLUTION',
  fallout: 'ACTION_CLEAN_FALLOUT',
};

/** Each work of a kind that a unit can begin here, in the ruleset's order (unit_change_activity). */
export function terrainWorks(world: World, unit: Unit, work: TerrainWork): WorkPlan[] {
  switch (work) {
    case 'pillage':
    case 'pollution':
    case 'fallout': {
      const mayRemove = work === 'pillage' ? canPillage : isWorker;
      if (!(isEnabled(world, unit, removalActions[work]) ?? mayRemove(world, unit))) return [];
      return removableExtras(world, unit, work).map((extra) => ({ activity: removals[work], extra }));
    }
    case 'transform':
      return changeWorks(world, unit, work);
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
  if (terrain === undefined) return [];
  if (work !== 'irrigation' && work !== 'mine') return extraWorks(world, unit, work, terrain);
  const extras = buildsExtra(terrain, work) ? extraWorks(world, unit, work, terrain) : [];
  return [...extras, ...changeWorks(world, unit, work)];
}

function changeWorks(world: World, unit: Unit, change: TerrainChange): WorkPlan[] {
  const activity = terrainChange(world, unit, change);
  return activity === undefined ? [] : [{ activity, extra: undefined }];
}

function extraWorks(world: World, unit: Unit, work: BuildingWork, terrain: Terrain): WorkPlan[] {
  const { activity, action, cause, time } = buildings[work];
  const type = unitTypeOf(world, unit);
  const extras = type === undefined ? [] : extrasBuiltBy(world, type, cause);
  if (extras.length === 0 || time(terrain) === 0) return [];
  if (!(isEnabled(world, unit, action) ?? mayBuild(world, unit, work))) return [];
  return extras.filter((extra) => canBuildExtra(world, unit, extra)).map((extra) => ({ activity, extra }));
}

/** The extras of each cause that units of a type may build. */
const builtBy = memoByInput((_: UnitType, _index: RulesetIndex) => new Map<ExtraCause, readonly Extra[]>());

/**
 * The extras with a cause that units of a type may build somewhere, in the ruleset's order: those without a requirement that
 * excludes the type. Kept with the type: most units build nothing, and offers ask of each for all kinds of work.
 */
export function extrasBuiltBy(world: World, type: UnitType, cause: ExtraCause): readonly Extra[] {
  const index = rulesetIndex(world.ruleset);
  const known = builtBy(type, index);
  const found =
    known.get(cause) ??
    index.extras.filter(
      ({ causes, reqs }) =>
        causes.has(cause) && reqs.every((requirement) => !excludesType(world, requirement, type)),
    );
  known.set(cause, found);
  return found;
}

/** Roads and bases say in their own requirements who builds them; the server wants workers for the rest. */
function mayBuild(world: World, unit: Unit, work: BuildingWork): boolean {
  if (work === 'road' || work === 'base') return true;
  const possible = work === 'irrigation' ? 'EFT_IRRIG_POSSIBLE' : 'EFT_MINING_POSSIBLE';
  return isWorker(world, unit) && effectValue(world, possible, unitContext(world, unit)) > 0;
}

/** What the class of a unit says of pillaging (`UCF_CAN_PILLAGE`). */
function canPillage(world: World, unit: Unit): boolean {
  const type = world.ruleset.unitTypes.get(unit.type);
  return world.ruleset.unitClasses.get(type?.unitClassId ?? -1)?.flags.has('UCF_CAN_PILLAGE') === true;
}
