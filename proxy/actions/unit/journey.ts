import type { Offer } from '#shared/protocol/state/offer.js';
import { displayName } from '../../rules/lookup/names.js';
import { isCertainStep } from '../../rules/movement/legal-steps.js';
import { findPath } from '../../rules/movement/path.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';

/** Tiles looked at for a way: about what lies within a dozen steps. */
const MAX_LEGS = 600;
/** Further than that is a plan, not a move. */
const MAX_JOURNEY_TURNS = 15;

/**
 * The move of a unit to a place that is further away than a step, with what it is good for; undefined where there is no
 * way that the unit would take and survive.
 */
export function journeyOffer(world: World, unit: Unit, tile: number, reason: string): Offer | undefined {
  // A single step is offered already.
  if (world.map.distance(unit.tile, tile) < 2) return undefined;
  const path = findPath(world, unit, tile, MAX_LEGS);
  if (path === undefined || path.outOfFuel || path.turns > MAX_JOURNEY_TURNS) return undefined;
  // Among strangers a zone of control that nobody sees would have it refused, turn after turn.
  const [first] = path.steps;
  if (first === undefined || !isCertainStep(world, unit, first.tile)) return undefined;
  const { x, y } = world.map.position(tile);
  const name = displayName(world.ruleset.unitTypes.get(unit.type)?.name ?? 'Unit');
  const turns = path.turns === 0 ? 'this turn' : `${path.turns} turn${path.turns === 1 ? '' : 's'}`;
  return {
    type: 'unit_move',
    unit_id: unit.id,
    target: { x, y },
    priority: 'medium',
    certain: path.certain,
    label: `${name} ${unit.id}: go to (${x}, ${y}), ${turns}`,
    reason,
  };
}
