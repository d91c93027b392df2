import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { cityAt, extrasOn, knownTile } from '../tiles.js';

/** Whether all units on a tile die with the one that loses: not in cities and forts, nor where the game says no. */
export function diesAsStack(world: World, index: number): boolean {
  if (world.game?.killstack !== true || cityAt(world, index) !== undefined) return false;
  const tile = knownTile(world, index);
  return tile === undefined || !extrasOn(world, tile).some((extra) => extra.flags.has('EF_NO_STACK_DEATH'));
}

/** A leader whose death loses the game is the last to defend where the others' death does not take it along. */
export function isGameLossProtected(world: World, unit: Unit): boolean {
  const flags = world.ruleset.unitTypes.get(unit.type)?.flags;
  return flags?.has('UTYF_GAMELOSS') === true && !diesAsStack(world, unit.tile);
}
