import { hasBit } from '../freeciv/enum-codec.js';
import type { ExtraCause, UnitActivity } from '../freeciv/generated/packets-3.0.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { Context } from './context.js';
import { effectValue } from './effects.js';
import { researchOf } from './players.js';
import { areMet } from './requirements.js';
import { rulesetIndex } from './ruleset-index.js';
import {
  cityAt,
  type Extra,
  extrasOn,
  hasExtra,
  knownTile,
  type Terrain,
  terrainOf,
  unitsOn,
} from './tiles.js';

export type TerrainWork = 'road' | 'irrigation' | 'mine';

/** What a worker would do: an activity, and the extra it makes; none when it changes the terrain instead. */
export interface WorkPlan {
  readonly activity: UnitActivity;
  readonly extra: Extra | undefined;
}

interface WorkKind {
  readonly activity: UnitActivity;
  readonly cause: ExtraCause;
  /** Turns of work on this terrain; 0 where it cannot be done. */
  time(terrain: Terrain): number;
}

const kinds: Readonly<Record<TerrainWork, WorkKind>> = {
  road: { activity: 'ACTIVITY_GEN_ROAD', cause: 'EC_ROAD', time: (terrain) => terrain.roadTime },
  irrigation: {
    activity: 'ACTIVITY_IRRIGATE',
    cause: 'EC_IRRIGATION',
    time: (terrain) => terrain.irrigationTime,
  },
  mine: { activity: 'ACTIVITY_MINE', cause: 'EC_MINE', time: (terrain) => terrain.miningTime },
};

/**
 * The work of a kind that a unit can begin where it stands: the first extra in the ruleset's order that can be built,
 * or a change of terrain. Undefined when there is none, as the server decides when it takes unit_change_activity.
 */
export function terrainWork(world: World, unit: Unit, work: TerrainWork): WorkPlan | undefined {
  const terrain = terrainOf(world, unit.tile);
  const { activity, cause, time } = kinds[work];
  if (terrain === undefined || time(terrain) === 0 || !isWorker(world, unit)) return undefined;
  if (work !== 'road') {
    const result = work === 'irrigation' ? terrain.irrigationResult : terrain.miningResult;
    if (result !== terrain.id)
      return canChangeTerrain(world, unit, work, result) ? { activity, extra: undefined } : undefined;
    const possible = work === 'irrigation' ? 'EFT_IRRIG_POSSIBLE' : 'EFT_MINING_POSSIBLE';
    if (effectValue(world, possible, workContext(world, unit)) <= 0) return undefined;
  }
  const extra = rulesetIndex(world.ruleset).extras.find(
    (candidate) => candidate.causes.has(cause) && canBuildExtra(world, unit, candidate),
  );
  return extra && { activity, extra };
}

/** Whether a unit can begin to build an extra where it stands. */
function canBuildExtra(world: World, unit: Unit, extra: Extra): boolean {
  const tile = knownTile(world, unit.tile);
  if (tile === undefined || !extra.buildable || hasExtra(tile, extra.id)) return false;
  if (needsBridge(world, unit, extra) || conflictsWithWork(world, unit, extra)) return false;
  return areMet(world, extra.reqs, workContext(world, unit)) === true;
}

function isWorker(world: World, unit: Unit): boolean {
  return world.ruleset.unitTypes.get(unit.type)?.flags.has('UTYF_SETTLERS') === true;
}

/** A change of terrain needs an effect, land or sea beside it that allows it, and no city where cities cannot be. */
function canChangeTerrain(world: World, unit: Unit, work: 'irrigation' | 'mine', result: number): boolean {
  const becomes = world.ruleset.terrains.get(result);
  const terrain = terrainOf(world, unit.tile);
  // Between land and sea other tiles have a say; no ruleset of the server does that by irrigation or mining.
  if (becomes === undefined || becomes.tclass !== terrain?.tclass) return false;
  if (becomes.flags.has('TER_NO_CITIES') && cityAt(world, unit.tile) !== undefined) return false;
  const possible = work === 'irrigation' ? 'EFT_IRRIG_TF_POSSIBLE' : 'EFT_MINING_TF_POSSIBLE';
  return effectValue(world, possible, workContext(world, unit)) > 0;
}

function needsBridge(world: World, unit: Unit, extra: Extra): boolean {
  const { roads } = rulesetIndex(world.ruleset);
  if (roads.get(extra.id)?.flags.has('RF_REQUIRES_BRIDGE') !== true || knowsBridges(world, unit.owner))
    return false;
  const tile = knownTile(world, unit.tile);
  return (
    tile !== undefined &&
    extrasOn(world, tile).some((other) => roads.get(other.id)?.flags.has('RF_PREVENTS_OTHER_ROADS') === true)
  );
}

const KNOWN = '2';

function knowsBridges(world: World, player: number): boolean {
  const inventions = researchOf(world, player)?.inventions ?? '';
  return [...world.ruleset.techs.values()].some(
    (tech) => inventions[tech.id] === KNOWN && tech.flags.has('TF_BRIDGE'),
  );
}

const buildActivities: ReadonlySet<UnitActivity> = new Set([
  'ACTIVITY_GEN_ROAD',
  'ACTIVITY_IRRIGATE',
  'ACTIVITY_MINE',
  'ACTIVITY_BASE',
]);

/** Nobody begins what cannot stand beside that on which others work already. */
function conflictsWithWork(world: World, unit: Unit, extra: Extra): boolean {
  return unitsOn(world, unit.tile).some(
    (other) =>
      other.id !== unit.id &&
      buildActivities.has(other.activity) &&
      other.activityTarget >= 0 &&
      hasBit(extra.conflicts, other.activityTarget),
  );
}

function workContext(world: World, unit: Unit): Context {
  const owner = knownTile(world, unit.tile)?.owner;
  return { player: unit.owner, otherPlayer: owner, tile: unit.tile, unit, city: cityAt(world, unit.tile) };
}
