import type { Offer } from '#shared/protocol/state/offer.js';
import { siteProblem } from '../../proxy/plans/settle.js';
import { displayName } from '../../proxy/rules/lookup/names.js';
import { isCertainStep } from '../../proxy/rules/movement/legal-steps.js';
import { findPath, type Path, turnsUntilAct } from '../../proxy/rules/movement/path.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';

/** Tiles looked at for a way: about what lies within a dozen steps. */
const MAX_LEGS = 600;
/** Further than that is a plan, not a move. */
const MAX_JOURNEY_TURNS = 15;

/** The move of a unit to a distant place, with the reason; undefined without a way that the unit would survive. */
export function journeyOffer(world: World, unit: Unit, tile: number, reason: string): Offer | undefined {
  // A single step is offered already.
  const path = world.map.distance(unit.tile, tile) < 2 ? undefined : journeyTo(world, unit, tile);
  if (path === undefined) return undefined;
  const target = world.map.position(tile);
  return {
    type: 'unit_move',
    unit_id: unit.id,
    target,
    priority: 'medium',
    certain: path.certain,
    label: `${goText(world, unit, tile)}, ${turnsOr('this turn', path.turns)}`,
    reason,
  };
}

/** Why settlers are sent to a site. */
export const GOOD_SITE = 'a good place for a city';

/** The action `settle` of a founder for a site, with the turns until the city stands; undefined without a safe way. */
export function settleOffer(world: World, unit: Unit, site: number): Offer | undefined {
  const path = journeyTo(world, unit, site);
  if (path === undefined || siteProblem(world, unit, site) !== undefined) return undefined;
  const turns = turnsUntilAct(path);
  return {
    type: 'settle',
    unit_id: unit.id,
    target: world.map.position(site),
    priority: 'medium',
    certain: path.certain,
    label: `${goText(world, unit, site)} and found a city ${turns === 0 ? '' : 'in '}${turnsOr('this turn', turns)}`,
    reason: GOOD_SITE,
  };
}

function journeyTo(world: World, unit: Unit, tile: number): Path | undefined {
  const path = findPath(world, unit, tile, MAX_LEGS);
  if (path === undefined || path.outOfFuel || path.turns > MAX_JOURNEY_TURNS) return undefined;
  // Among strangers an unseen zone of control would have it refused, turn after turn.
  const [first] = path.steps;
  return first === undefined || !isCertainStep(world, unit, first.tile) ? undefined : path;
}

/** `Settlers 12: go to (3, 4)`. */
function goText(world: World, unit: Unit, tile: number): string {
  const { x, y } = world.map.position(tile);
  const name = displayName(world.ruleset.unitTypes.get(unit.type)?.name ?? 'Unit');
  return `${name} ${unit.id}: go to (${x}, ${y})`;
}

/** `2 turns`; for none the given words. */
function turnsOr(none: string, turns: number): string {
  return turns === 0 ? none : `${turns} turn${turns === 1 ? '' : 's'}`;
}
