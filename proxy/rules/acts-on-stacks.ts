import type { GenAction } from '../freeciv/generated/packets-3.0.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { Context } from './context.js';
import { areMet } from './requirements.js';
import { cityAt, unitsOn } from './tiles.js';
import { allOf, anyOf, type Truth } from './truth.js';
import { enablersFor } from './unit-actions.js';

/**
 * Whether an action on all units of a tile is enabled against each that the seat sees there. The server asks it of
 * all when the action is done, and of the first one alone when it is asked for the odds.
 */
export function isEnabledAgainstAll(world: World, actor: Unit, action: GenAction, tile: number): Truth {
  const type = world.ruleset.unitTypes.get(actor.type);
  if (type === undefined) return false;
  const enablers = enablersFor(world, type, action);
  return allOf(unitsOn(world, tile), (target) =>
    anyOf(enablers, ({ actorReqs, targetReqs }) => {
      const sides = [
        { requirements: actorReqs, context: contextOf(world, actor, target) },
        { requirements: targetReqs, context: contextOf(world, target, actor) },
      ];
      return allOf(sides, ({ requirements, context }) => areMet(world, requirements, context));
    }),
  );
}

function contextOf(world: World, unit: Unit, other: Unit): Context {
  return {
    player: unit.owner,
    otherPlayer: other.owner,
    unit,
    tile: unit.tile,
    city: cityAt(world, unit.tile),
  };
}
