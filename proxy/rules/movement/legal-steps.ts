import type { Direction } from '../../world/map-geometry.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { adjacentTiles, stepsFrom } from '../lookup/adjacency.js';
import { unitsOn } from '../lookup/tiles.js';
import { allOf, type Tristate } from '../lookup/tristate.js';
import { canSurviveHere } from '../units/unit-activities.js';
import { unitTypeOf } from '../units/unit-type.js';
import { MoverTiles, moverOf } from './mover.js';
import { stepCost } from './step-cost.js';
import { judgeStep, type StepObstacle } from './step-verdict.js';
import { canLoad, canUnload as mayLeave } from './transport.js';

/** A step that a unit can take now. */
export interface LegalStep {
  readonly direction: Direction;
  readonly tile: number;
  /** Move fragments it takes of those left; undefined for unknown tiles. */
  readonly cost: number | undefined;
  /** False when it depends on what this seat cannot see: fog, hidden units, unknown land. */
  readonly certain: boolean;
}

/** A step that a unit cannot take, and what prevents it. */
export interface BlockedStep {
  readonly direction: Direction;
  readonly tile: number;
  readonly obstacle: StepObstacle;
}

/** The steps that a unit can take now (`unit_move_to_tile_test`); none without moves left. */
export function legalSteps(world: World, unit: Unit): LegalStep[] {
  if (!canMoveNow(unit)) return [];
  return judgedSteps(world, unit).flatMap((step) => ('obstacle' in step ? [] : [step]));
}

/** The steps a unit cannot take from where it is, and what is in the way; moves left are not regarded. */
export function blockedSteps(world: World, unit: Unit): BlockedStep[] {
  return judgedSteps(world, unit).flatMap((step) => ('obstacle' in step ? [step] : []));
}

/** Whether nothing that this seat cannot see hinders a unit's step from where it is; moves left are not regarded. */
export function isCertainStep(world: World, unit: Unit, tile: number): boolean {
  return judgedSteps(world, unit).some((step) => step.tile === tile && 'certain' in step && step.certain);
}

function judgedSteps(world: World, unit: Unit): (LegalStep | BlockedStep)[] {
  const mover = moverOf(world, unit);
  if (mover === undefined) return [];
  const places = new MoverTiles(world, mover);
  const from = places.at(unit.tile);
  if (from === undefined) return [];
  return stepsFrom(world.map, unit.tile).map((step) => {
    const verdict = judgeStep(world, mover, places, from, step);
    if (!verdict.possible) return { obstacle: verdict.obstacle, ...step };
    const to = places.at(step.tile);
    const price = to === undefined ? undefined : stepCost(world, mover, from, to, step.direction);
    const cost = price === undefined ? undefined : Math.min(price, mover.movesLeft);
    return { cost, certain: verdict.certain, ...step };
  });
}

/** Units of a scenario may have the flag `stay`. */
function canMoveNow({ detail }: Unit): boolean {
  return detail !== undefined && detail.movesleft > 0 && !detail.stay;
}

/** The units that a unit can board now: where it stands first, then beside it, where it must be able to go. */
export function boardableTransports(world: World, cargo: Unit): Unit[] {
  if (cargo.transportedBy !== undefined && canLeaveTransport(world, cargo) !== true) return [];
  const near = adjacentTiles(world.map, cargo.tile)
    .flatMap((tile) => unitsOn(world, tile))
    .filter((transport) => transport.id !== cargo.transportedBy && canLoad(world, cargo, transport) === true);
  if (near.every(({ tile }) => tile === cargo.tile)) return near;
  const steps = new Set(legalSteps(world, cargo).flatMap(({ tile, certain }) => (certain ? [tile] : [])));
  return near.filter(({ tile }) => tile === cargo.tile || steps.has(tile));
}

/** Whether a unit can leave its transport where it is and survive there. */
export function canLeaveTransport(world: World, cargo: Unit): Tristate {
  const type = unitTypeOf(world, cargo);
  if (type === undefined || cargo.transportedBy === undefined) return false;
  const holds = [() => mayLeave(world, cargo), () => canSurviveHere(world, cargo, type)];
  return allOf(holds, (one) => one());
}
