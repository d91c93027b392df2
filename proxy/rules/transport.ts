import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { adjacentTiles } from './adjacency.js';
import { canLoad, canUnload as mayLeave } from './movement/transport.js';
import { legalSteps } from './movement.js';
import { canSurviveHere } from './survival.js';
import { unitsOn } from './tiles.js';
import { allOf, type Truth } from './truth.js';
import { typeOf } from './unit-activities.js';

export { cargoOf } from './movement/transport.js';

/** The units that a unit can board now: where it stands first, then beside it, where it must be able to go. */
export function transportsFor(world: World, cargo: Unit): Unit[] {
  if (cargo.transportedBy !== undefined && canUnload(world, cargo) !== true) return [];
  const near = adjacentTiles(world.map, cargo.tile)
    .flatMap((tile) => unitsOn(world, tile))
    .filter((transport) => transport.id !== cargo.transportedBy && canLoad(world, cargo, transport) === true);
  if (near.every(({ tile }) => tile === cargo.tile)) return near;
  const steps = new Set(legalSteps(world, cargo).flatMap(({ tile, certain }) => (certain ? [tile] : [])));
  return near.filter(({ tile }) => tile === cargo.tile || steps.has(tile));
}

/** Whether a unit could leave its transport where it is. */
export function canUnload(world: World, cargo: Unit): Truth {
  const type = typeOf(world, cargo);
  if (type === undefined || cargo.transportedBy === undefined) return false;
  const holds = [() => mayLeave(world, cargo), () => canSurviveHere(world, cargo, type)];
  return allOf(holds, (one) => one());
}
