import type { PacketFields } from '../../freeciv/generated/packets.js';
import type { MapGeometry } from '../../world/map-geometry.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { type Step, stepsFrom } from '../lookup/adjacency.js';
import { moveRate } from '../units/unit-type.js';
import { type Mover, type MoverTile, MoverTiles, moverOf } from './mover.js';
import { PriorityQueue } from './priority-queue.js';
import { type Fuel, fuelOf, stepCost } from './step-cost.js';
import { judgeStep } from './step-verdict.js';

/** A route with its cost in turns and what is left on arrival. */
export interface Path {
  readonly steps: readonly Step[];
  /** Turn changes on the way: 0 when the unit arrives this turn. */
  readonly turns: number;
  readonly movesLeft: number;
  /** False when a step depends on what this seat cannot see, or on a transport that must still be there later. */
  readonly certain: boolean;
  /** Whether the unit would be out of fuel at the next turn change after it arrives, and be lost. */
  readonly outOfFuel: boolean;
}

/** A way to a tile so far. Of two ways to the same tile the one with fewer turns is better, then the one with more moves left. */
interface Leg {
  readonly tile: number;
  readonly turns: number;
  readonly movesLeft: number;
  /** Turns of fuel left; 0 for units that need none. */
  readonly fuel: number;
  readonly certain: boolean;
  readonly length: number;
  readonly step: Step | undefined;
  readonly before: Leg | undefined;
}

/** Legs expanded before the search gives up. */
const MAX_LEGS = 20_000;

/**
 * The way to a tile that takes the fewest turns, over known tiles only; the goal itself may be unknown. Units wait
 * where they run out of moves; no way leads where a unit would run out of fuel before the goal. Undefined when there is
 * no such way.
 */
export function findPath(world: World, unit: Unit, goal: number, maxLegs = MAX_LEGS): Path | undefined {
  const mover = moverOf(world, unit);
  if (mover === undefined || mover.stays) return undefined;
  const search = new Search(world, mover);
  const last = search.run(goal, maxLegs);
  return last === undefined ? undefined : search.path(last);
}

/** Where a search of ways ends. */
export interface SearchLimits {
  readonly maxTurns: number;
  readonly maxLegs: number;
}

/** Turn changes until a unit that takes a way can act at its end: one that arrives without moves left acts a turn later. */
export function turnsUntilAct({ turns, movesLeft }: Pick<Path, 'turns' | 'movesLeft'>): number {
  return movesLeft > 0 ? turns : turns + 1;
}

/** Where a unit can be, and what that depends on. */
export interface Reach {
  /** Turn changes until it can act, by tile index, its own tile included (`turnsUntilAct`). */
  readonly turns: ReadonlyMap<number, number>;
  readonly looked: ReadonlySet<number>;
}

/**
 * The `turns` of the reach of an own unit. The search ends at `maxTurns`, after `maxLegs`, or when all of `goals` are found that are
 * reached as soon as the first of them.
 */
export function turnsToReach(
  world: World,
  unit: Unit,
  limits: SearchLimits,
  goals?: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const mover = moverOf(world, unit);
  return mover === undefined ? new Map() : reachOf(world, mover, limits, goals).turns;
}

/** The reach of a mover, which may be a foreign unit. The search ends as that of `turnsToReach`. */
export function reachOf(
  world: World,
  mover: Mover,
  limits: SearchLimits,
  goals: ReadonlySet<number> = NO_GOALS,
): Reach {
  const search = new Search(world, mover);
  const turns = mover.stays ? new Map([[mover.unit.tile, 0]]) : search.reach(limits, goals);
  return { turns, looked: search.looked };
}

/** No tile has this index. */
const NO_GOAL = -1;
const NO_GOALS: ReadonlySet<number> = new Set();
/** More than any unit has in a turn. */
const MAX_MOVE_FRAGMENTS = 1e5;

class Search {
  readonly #world: World;
  readonly #mover: Mover;
  readonly #places: MoverTiles;
  readonly #fuel: Fuel;
  /** Move fragments at the begin of a turn, by the tile where it begins: mountains may slow units. */
  readonly #rates = new Map<number, number>();
  readonly #queue = new PriorityQueue<Leg>();
  /** Rank of the best way to a tile, apart for each state of fuel. */
  readonly #best = new Map<number, number>();

  constructor(world: World, mover: Mover) {
    this.#world = world;
    this.#mover = mover;
    this.#places = new MoverTiles(world, mover);
    this.#fuel = fuelOf(world, mover);
  }

  get looked(): ReadonlySet<number> {
    return this.#places.looked;
  }

  run(goal: number, maxLegs: number): Leg | undefined {
    this.#start();
    for (let legs = 0; legs < maxLegs; legs += 1) {
      const leg = this.#queue.pop();
      if (leg === undefined || leg.tile === goal) return leg;
      if (this.#rank(leg) > (this.#best.get(this.#state(leg)) ?? Infinity)) continue;
      this.#expand(leg, goal);
    }
    return undefined;
  }

  reach({ maxTurns, maxLegs }: SearchLimits, goals: ReadonlySet<number>): ReadonlyMap<number, number> {
    const reached = new Map<number, number>();
    let last = maxTurns;
    this.#start();
    for (let legs = 0; legs < maxLegs; legs += 1) {
      const leg = this.#queue.pop();
      if (leg === undefined || leg.turns > last) break;
      if (this.#rank(leg) > (this.#best.get(this.#state(leg)) ?? Infinity)) continue;
      const turns = turnsUntilAct(leg);
      if (turns < (reached.get(leg.tile) ?? Infinity)) reached.set(leg.tile, turns);
      if (goals.has(leg.tile)) last = Math.min(last, turns);
      // Whatever comes after a leg without moves left comes a turn later.
      if (leg.movesLeft > 0 || leg.turns < last) this.#expand(leg, NO_GOAL);
    }
    return reached;
  }

  #start(): void {
    const { unit, movesLeft, fuel } = this.#mover;
    this.#offer({
      tile: unit.tile,
      turns: 0,
      movesLeft,
      fuel: this.#fuel.capacity > 0 ? fuel : 0,
      certain: true,
      length: 0,
      step: undefined,
      before: undefined,
    });
  }

  path(last: Leg): Path {
    const steps: Step[] = [];
    for (let leg: Leg | undefined = last; leg?.step !== undefined; leg = leg.before) steps.unshift(leg.step);
    const place = this.#places.at(last.tile);
    const safe = place !== undefined && (place.canLoad === true || this.#fuel.isRefilledAt(place));
    const outOfFuel = this.#fuel.capacity > 0 && last.fuel <= 1 && !safe;
    return { steps, turns: last.turns, movesLeft: last.movesLeft, certain: last.certain, outOfFuel };
  }

  #expand(leg: Leg, goal: number): void {
    const from = this.#places.at(leg.tile);
    if (from === undefined) return;
    const rested = leg.movesLeft > 0 ? leg : this.#nextTurn(leg);
    if (rested === undefined) return;
    for (const step of stepsFrom(this.#world.map, leg.tile)) {
      const next = this.#after(leg, rested, step, from, step.tile === goal);
      if (next !== undefined) this.#offer(next);
    }
  }

  /** The leg that one more step makes, taken with the moves of `rested`; undefined when it cannot be taken. */
  #after(leg: Leg, rested: Leg, step: Step, from: MoverTile, isLast: boolean): Leg | undefined {
    const to = this.#places.at(step.tile);
    const boards = to?.livable === false;
    // Unknown land may be anything, and a ship on the way may have left by then: for the last step only.
    if ((to === undefined || boards) && !isLast) return undefined;
    const verdict = judgeStep(this.#world, this.#mover, this.#places, from, step);
    if (!verdict.possible) return undefined;
    const cost = to === undefined ? 0 : stepCost(this.#world, this.#mover, from, to, step.direction);
    return {
      tile: step.tile,
      turns: rested.turns,
      movesLeft: Math.max(0, rested.movesLeft - cost),
      fuel: rested.fuel,
      certain: leg.certain && verdict.certain && !(boards && rested.turns > 0),
      length: leg.length + 1,
      step,
      before: leg,
    };
  }

  /** The same place a turn later; undefined when the unit would be lost by then. */
  #nextTurn(leg: Leg): Leg | undefined {
    const rested = { ...leg, turns: leg.turns + 1, movesLeft: this.#rateAt(leg.tile) };
    if (this.#fuel.capacity === 0) return rested;
    const place = this.#places.at(leg.tile);
    if (place !== undefined && this.#fuel.isRefilledAt(place))
      return { ...rested, fuel: this.#fuel.capacity };
    return leg.fuel > 1 ? { ...rested, fuel: leg.fuel - 1 } : undefined;
  }

  #rateAt(tile: number): number {
    const known = this.#rates.get(tile);
    if (known !== undefined) return known;
    const { unit, type } = this.#mover;
    const rate = moveRate(this.#world, { ...unit, tile }, type);
    this.#rates.set(tile, rate);
    return rate;
  }

  #offer(leg: Leg): void {
    const state = this.#state(leg);
    const rank = this.#rank(leg);
    if (rank >= (this.#best.get(state) ?? Infinity)) return;
    this.#best.set(state, rank);
    this.#queue.push(leg, rank);
  }

  #state(leg: Leg): number {
    return leg.tile * (this.#fuel.capacity + 1) + leg.fuel;
  }

  /** Turns count most, then moves spent, then steps. */
  #rank({ turns, movesLeft, length }: Leg): number {
    return turns * MAX_MOVE_FRAGMENTS + (MAX_MOVE_FRAGMENTS - movesLeft) + length / 1e6;
  }
}

type UnitInfo = PacketFields['unit_info'];

const movingOrders: ReadonlySet<string> = new Set(['ORDER_MOVE', 'ORDER_ACTION_MOVE']);

/** The tiles that the orders of a unit still lead it over, in their order; none without orders. */
export function routeOf(map: MapGeometry, unit: UnitInfo): readonly number[] {
  const route: number[] = [];
  let tile = unit.tile;
  const length = unit.hasOrders ? unit.ordersLength : 0;
  for (let step = unit.ordersIndex; step < length; step += 1) {
    if (!movingOrders.has(unit.orders[step] ?? '')) continue;
    const direction = map.directions.find((known) => known === unit.ordersDirs[step]);
    tile = (direction && map.neighbour(tile, direction)) ?? tile;
    route.push(tile);
  }
  return route;
}
