import type { UnitActivity } from '../../freeciv/generated/packets-3.0.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { type Extra, type Terrain, terrainOf, unitsOn } from '../lookup/tiles.js';
import { veteranLevel } from '../units/unit-type.js';

/** What a worker of one move that is no veteran does in a turn (tile_activity_time counts in these). */
const TURN_OF_WORK = 10;

/**
 * Turns until a unit and those that work with it are done (`turns_to_activity_done`): 1 when it is done as the next
 * turn begins. Undefined for an activity that is no terrain work.
 */
export function turnsOfWork(world: World, unit: Unit): number | undefined {
  const terrain = terrainOf(world, unit.tile);
  const time = terrain && workTime(terrain, unit.activity, world.ruleset.extras.get(unit.activityTarget));
  if (time === undefined) return undefined;
  const crew = unitsOn(world, unit.tile).filter(
    ({ activity, activityTarget, detail }) =>
      detail !== undefined && activity === unit.activity && activityTarget === unit.activityTarget,
  );
  const rate = sum(crew.map((worker) => workRate(world, worker)));
  if (rate === 0) return undefined;
  // Who has no moves left does nothing this turn.
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
    case 'ACTIVITY_POLLUTION':
      return removed(terrain.cleanPollutionTime);
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
