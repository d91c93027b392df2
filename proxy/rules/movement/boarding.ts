import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { adjacentTiles } from '../lookup/adjacency.js';
import { unitsOn } from '../lookup/tiles.js';
import { allOf, type Tristate } from '../lookup/tristate.js';
import { canSurviveHere } from '../units/unit-activities.js';
import { unitTypeOf } from '../units/unit-type.js';
import { legalSteps } from './legal-steps.js';
import { canLoad, canUnload as mayLeave } from './transport.js';

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
