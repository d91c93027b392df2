import type { World } from '../../world/world.js';
import type { Step } from '../adjacency.js';
import { areAllied } from '../players.js';
import { unitsOn } from '../tiles.js';
import { anyOf, type Truth } from '../truth.js';
import type { Mover } from './mover.js';
import { isNativeMove } from './native-move.js';
import type { Place, Places } from './places.js';
import { canUnload, cargoOf } from './transport.js';

/** What stands in the way of a step. */
export type StepObstacle =
  /** Units or a city of somebody who is no ally: attack, or make an alliance. */
  | 'occupied'
  /** The unit cannot be there and no transport with room is. */
  | 'no_transport'
  /** Strangers control both tiles. */
  | 'zone_of_control'
  /** A treaty of peace closes that land to military units. */
  | 'peace'
  /** The transport lets nobody off outside a city or base. */
  | 'cannot_disembark'
  /** Roads or bases that make such terrain passable do not connect the tiles. */
  | 'not_connected'
  /** Nothing is known of the tile. */
  | 'unknown_tile';

export type StepVerdict =
  | { readonly possible: true; readonly certain: boolean }
  | { readonly possible: false; readonly obstacle: StepObstacle };

/** Whether a mover could go one step, from where it is or will be, as the server decides for a plain move. */
export function judgeStep(world: World, mover: Mover, places: Places, from: Place, step: Step): StepVerdict {
  const to = places.at(step.tile);
  if (to === undefined) return { possible: true, certain: false };
  const atStart = from.tile.tile === mover.unit.tile;
  const checks: readonly (readonly [StepObstacle, () => Truth])[] = [
    ['occupied', () => blocks(world, mover, to)],
    ['no_transport', () => lacks(to.livable, to.canLoad)],
    ['zone_of_control', () => isHeldUp(mover, places, from, to)],
    ['peace', () => to.closed],
    ['cannot_disembark', () => atStart && isStuckAboard(world, mover)],
    [
      'not_connected',
      () =>
        to.city === undefined && to.canLoad !== true && !isNativeMove(world, mover, from, to, step.direction),
    ],
  ];
  let certain = to.seen;
  for (const [obstacle, isThere] of checks) {
    const there = isThere();
    if (there === true) return { possible: false, obstacle };
    if (there === 'unknown') certain = false;
  }
  return { possible: true, certain };
}

/** Strangers of the unit itself, or of anybody it carries. */
function blocks(world: World, mover: Mover, to: Place): Truth {
  if (to.strangers !== false) return to.strangers;
  const passengers = cargoOf(world, mover.unit).filter(({ owner }) => owner !== mover.owner);
  if (passengers.length === 0) return false;
  const owners = [...unitsOn(world, to.tile.tile), ...(to.city === undefined ? [] : [to.city])];
  return anyOf(passengers, (passenger) =>
    anyOf(owners, (other) => areAllied(world, passenger.owner, other.owner) === false),
  );
}

function lacks(livable: Truth, canLoad: Truth): Truth {
  if (livable === true || canLoad === true) return false;
  return livable === 'unknown' || canLoad === 'unknown' ? 'unknown' : true;
}

function isHeldUp(mover: Mover, places: Places, from: Place, to: Place): Truth {
  if (mover.ignoresZones || to.friends || from.city !== undefined || to.city !== undefined) return false;
  if (from.terrain.flags.has('TER_NO_ZOC') || to.terrain.flags.has('TER_NO_ZOC')) return false;
  const here = places.isFree(from.tile.tile);
  if (here === true) return false;
  const there = places.isFree(to.tile.tile);
  if (there === true) return false;
  return here === false && there === false ? true : 'unknown';
}

function isStuckAboard(world: World, { unit }: Mover): Truth {
  if (unit.transportedBy === undefined) return false;
  const free = canUnload(world, unit);
  return free === 'unknown' ? free : !free;
}
