import type { UnitActivity } from '../../freeciv/generated/packets.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { type Extra, type Terrain, terrainOf, unitsOn } from '../lookup/tiles.js';
import { veteranLevel } from '../units/unit-type.js';

/** The work of a worker of one move without veteran level in a turn (tile_activity_time counts in these). */
const TURN_OF_WORK = 10;
/** In place of the number of an extra, for work about none. */
const NO_EXTRA = -1;

/** Turns until a unit and its helpers are done (`turns_to_activity_done`); 1: next turn. Undefined: no terrain work. */
export function turnsOfWork(world: World, { tile, activity, activityTarget }: Unit): number | undefined {
  return turnsOfCrew(
    world,
    { tile, activity, activityTarget },
    crewAt(world, { tile, activity, activityTarget }),
  );
}

/** The same for a unit that begins the work now, about an extra by its number, and those that do it there already. */
export function turnsIfBegun(
  world: World,
  unit: Unit,
  activity: UnitActivity,
  activityTarget = NO_EXTRA,
): number | undefined {
  const work = { tile: unit.tile, activity, activityTarget };
  const others = crewAt(world, work).filter(({ id }) => id !== unit.id);
  const detail = unit.detail && { ...unit.detail, activityCount: 0 };
  return turnsOfCrew(world, work, [...others, { ...unit, detail }]);
}

/** Work on a tile: an activity, and the number of the extra it is about. */
type Work = Pick<Unit, 'tile' | 'activity' | 'activityTarget'>;

function crewAt(world: World, { tile, activity, activityTarget }: Work): readonly Unit[] {
  return unitsOn(world, tile).filter(
    (other) =>
      other.detail !== undefined && other.activity === activity && other.activityTarget === activityTarget,
  );
}

function turnsOfCrew(world: World, work: Work, crew: readonly Unit[]): number | undefined {
  const terrain = terrainOf(world, work.tile);
  const time = terrain && workTime(terrain, work.activity, world.ruleset.extras.get(work.activityTarget));
  if (time === undefined) return undefined;
  const rate = sum(crew.map((worker) => workRate(world, worker)));
  if (rate === 0) return undefined;
  // A unit without moves left does nothing this turn.
  const thisTurn = sum(
    crew.filter(({ detail }) => (detail?.movesleft ?? 0) > 0).map((worker) => workRate(world, worker)),
  );
  const left = time * TURN_OF_WORK - sum(crew.map(({ detail }) => detail?.activityCount ?? 0)) - thisTurn;
  return 1 + Math.max(0, Math.ceil(left / rate));
}

function workTime(terrain: Terrain, activity: UnitActivity, extra: Extra | undefined): number | undefined {
  const built = (time: number) => extra?.buildTime || time * (extra?.buildTimeFactor ?? 1);
  const removed = (time: number) => extra?.removalTime || time * (extra?.removalTimeFactor ?? 1);
  switch (activity) {
    case 'ACTIVITY_GEN_ROAD':
      return built(terrain.roadTime);
    case 'ACTIVITY_BASE':
      return built(terrain.baseTime);
    case 'ACTIVITY_IRRIGATE':
      return built(terrain.irrigationTime);
    case 'ACTIVITY_MINE':
      return built(terrain.miningTime);
    case 'ACTIVITY_TRANSFORM':
      return terrain.transformTime;
    case 'ACTIVITY_CULTIVATE':
      return terrain.cultivateTime;
    case 'ACTIVITY_PLANT':
      return terrain.plantTime;
    case 'ACTIVITY_POLLUTION':
      return removed(terrain.extraRemovalTimes?.[extra?.id ?? -1] ?? terrain.cleanPollutionTime);
    case 'ACTIVITY_FALLOUT':
      return removed(terrain.cleanFalloutTime);
    case 'ACTIVITY_PILLAGE':
      return removed(terrain.pillageTime);
    default:
      return undefined;
  }
}

/** By the moves of its type and its rank, whatever it has left and however hurt it is. */
function workRate(world: World, unit: Unit): number {
  const type = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined) return 0;
  const { powerFactor } = veteranLevel(world, type, unit.veteran);
  const moves = type.moveRate / (world.ruleset.terrainControl?.moveFragments ?? 1);
  return Math.floor((TURN_OF_WORK * powerFactor * moves) / 100);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
