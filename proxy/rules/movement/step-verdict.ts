import type { Direction } from '../../world/map-geometry.js';
import type { World } from '../../world/world.js';
import { isCardinal, type Step } from '../lookup/adjacency.js';
import { areAllied } from '../lookup/players.js';
import { type Road, rulesetIndex } from '../lookup/ruleset-index.js';
import { hasExtra, knownTile, unitsOn } from '../lookup/tiles.js';
import { anyOf, type Tristate } from '../lookup/tristate.js';
import type { Mover, MoverTile, MoverTiles } from './mover.js';
import { tilesBetween } from './step-cost.js';
import { canUnload, cargoOf } from './transport.js';

/** Why a step is impossible. */
export type StepObstacle =
  /** Units or a city of a player that is not an ally: attack, or make an alliance. */
  | 'occupied'
  /** The unit cannot be there and no transport with room is. */
  | 'no_transport'
  | 'zone_of_control'
  /** A treaty of peace closes that land to military units. */
  | 'peace'
  /** The transport unloads no unit outside a city or base. */
  | 'cannot_disembark'
  /** Roads or bases that make such terrain passable do not connect the tiles. */
  | 'not_connected'
  | 'unknown_tile';

/** Whether a step is possible, and either how certain that is or what prevents it. */
export type StepVerdict =
  | { readonly possible: true; readonly certain: boolean }
  | { readonly possible: false; readonly obstacle: StepObstacle };

/** One step of a mover to a known tile. */
interface StepQuestion {
  readonly world: World;
  readonly mover: Mover;
  readonly places: MoverTiles;
  readonly from: MoverTile;
  readonly to: MoverTile;
  readonly direction: Direction;
}

/** What may be in the way of a step, in the order in which the server asks. */
const CHECKS: readonly (readonly [StepObstacle, (step: StepQuestion) => Tristate])[] = [
  ['occupied', ({ world, mover, to }) => blocks(world, mover, to)],
  ['no_transport', ({ to }) => lacksTransport(to.livable, to.canLoad)],
  ['zone_of_control', ({ mover, places, from, to }) => isHeldUp(mover, places, from, to)],
  ['peace', ({ to }) => to.closed],
  [
    'cannot_disembark',
    ({ world, mover, from }) => from.tile.tile === mover.unit.tile && isStuckAboard(world, mover),
  ],
  [
    'not_connected',
    ({ world, mover, from, to, direction }) =>
      to.city === undefined && to.canLoad !== true && !isNativeMove(world, mover, from, to, direction),
  ],
];

/** Whether a mover could go one step, from where it is or will be, as the server decides for a plain move. */
export function judgeStep(
  world: World,
  mover: Mover,
  places: MoverTiles,
  from: MoverTile,
  step: Step,
): StepVerdict {
  const to = places.at(step.tile);
  if (to === undefined) return { possible: true, certain: false };
  const question = { world, mover, places, from, to, direction: step.direction };
  let certain = to.seen;
  for (const [obstacle, isThere] of CHECKS) {
    const there = isThere(question);
    if (there === true) return { possible: false, obstacle };
    if (there === 'unknown') certain = false;
  }
  return { possible: true, certain };
}

/** Strangers of the unit itself, or of anybody it carries. */
function blocks(world: World, mover: Mover, to: MoverTile): Tristate {
  if (to.strangers !== false) return to.strangers;
  const passengers = cargoOf(world, mover.unit).filter(({ owner }) => owner !== mover.owner);
  if (passengers.length === 0) return false;
  const owners = [...unitsOn(world, to.tile.tile), ...(to.city === undefined ? [] : [to.city])];
  return anyOf(passengers, (passenger) =>
    anyOf(owners, (other) => areAllied(world, passenger.owner, other.owner) === false),
  );
}

function lacksTransport(livable: Tristate, canLoad: Tristate): Tristate {
  if (livable === true || canLoad === true) return false;
  return livable === 'unknown' || canLoad === 'unknown' ? 'unknown' : true;
}

function isHeldUp(mover: Mover, places: MoverTiles, from: MoverTile, to: MoverTile): Tristate {
  if (mover.ignoresZones || to.friends || from.city !== undefined || to.city !== undefined) return false;
  if (from.terrain.flags.has('TER_NO_ZOC') || to.terrain.flags.has('TER_NO_ZOC')) return false;
  const here = places.isFree(from.tile.tile);
  if (here === true) return false;
  const there = places.isFree(to.tile.tile);
  if (there === true) return false;
  return here === false && there === false ? true : 'unknown';
}

function isStuckAboard(world: World, { unit }: Mover): Tristate {
  if (unit.transportedBy === undefined) return false;
  const free = canUnload(world, unit);
  return free === 'unknown' ? free : !free;
}

/** Whether a step needs no transport (`is_native_move`). One road or base must connect tiles that only extras make native. */
function isNativeMove(
  world: World,
  mover: Mover,
  from: MoverTile,
  to: MoverTile,
  direction: Direction,
): boolean {
  if (to.nativeTerrain || !from.native) return true;
  if (from.nativeTerrain) return to.native;
  const { roads } = rulesetIndex(world.ruleset);
  const isRoad = (extra: number) => roads.has(extra);
  const here = mover.nativeExtras.filter((extra) => hasExtra(from.tile, extra));
  const there = mover.nativeExtras.filter((extra) => hasExtra(to.tile, extra));
  if (to.native && !here.every(isRoad)) return true;
  return there.some((extra) => {
    const road = roads.get(extra);
    if (road === undefined) return true;
    const jumps =
      road.flags.has('RF_JUMP_TO') &&
      here.some((other) => other !== extra && roads.get(other)?.flags.has('RF_JUMP_FROM') === true);
    return jumps || isConnected(world, { extra, road }, from, to, isCardinal(world.map, direction));
  });
}

function isConnected(
  world: World,
  { extra, road }: { readonly extra: number; readonly road: Road },
  from: MoverTile,
  to: MoverTile,
  straight: boolean,
): boolean {
  const { roads } = rulesetIndex(world.ruleset);
  return [...roads].some(([other, link]) => {
    if (!hasExtra(from.tile, other)) return false;
    if (other !== extra && !integrates(road, link)) return false;
    if (straight || link.moveMode === 'RMM_FAST_ALWAYS') return true;
    if (link.moveMode !== 'RMM_RELAXED') return false;
    return tilesBetween(world, from.tile.tile, to.tile.tile).some((between) => {
      const tile = knownTile(world, between);
      return tile !== undefined && (hasExtra(tile, other) || hasExtra(tile, extra));
    });
  });
}

function integrates(road: Road, other: Road): boolean {
  return (((road.integrates[other.id >> 3] ?? 0) >> (other.id & 7)) & 1) === 1;
}
