import { occupationOf } from '../../orders/occupation.js';
import { displayName } from '../../rules/names.js';
import { findPath } from '../../rules/path.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import type { Offer } from '../offer.js';

/** A place further away that is worth going to. */
export interface Destination {
  /** Tile index. */
  readonly tile: number;
  /** What is there, in words. */
  readonly reason: string;
}

/** Tiles looked at for a way: about what lies within a dozen steps. */
const MAX_LEGS = 600;
/** Further than that is a plan, not a move. */
const MOST_TURNS = 15;
/** So that an army of settlers does not hold up an answer. */
const MOST_JOURNEYS = 4;

/** Moves of units that wait to places further away, to each place one: the nearest of them, as the crow flies. */
export function journeyOffers(
  world: World,
  units: readonly Unit[],
  destinations: readonly Destination[],
): readonly Offer[] {
  const waiting = new Set(units.filter((unit) => canSetOut(world, unit)));
  const offers: Offer[] = [];
  for (const destination of destinations) {
    const [nearest] = [...waiting].sort(
      (a, b) => world.map.distance(a.tile, destination.tile) - world.map.distance(b.tile, destination.tile),
    );
    if (nearest === undefined || offers.length === MOST_JOURNEYS) break;
    const offer = journey(world, nearest, destination);
    if (offer === undefined) continue;
    waiting.delete(nearest);
    offers.push(offer);
  }
  return offers;
}

function canSetOut(world: World, unit: Unit): boolean {
  return (unit.detail?.movesleft ?? 0) > 0 && occupationOf(world, unit) === undefined;
}

function journey(world: World, unit: Unit, { tile, reason }: Destination): Offer | undefined {
  // A single step is offered already.
  if (world.map.distance(unit.tile, tile) < 2) return undefined;
  const path = findPath(world, unit, tile, MAX_LEGS);
  if (path === undefined || path.outOfFuel || path.turns > MOST_TURNS) return undefined;
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
