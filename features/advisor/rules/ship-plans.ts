import { hasBit } from '../../../proxy/freeciv/value-codecs.js';
import {
  COMPONENTS_HELD_BY,
  HELD_BY,
  MODULES_HELD_BY,
  type Spaceship,
  structuralsPlaced,
} from '../../../proxy/rules/players/spaceship.js';

/** Numbers of parts of each kind, by their names in the packet `spaceship_info`. */
export interface PartCounts {
  readonly structurals: number;
  readonly components: number;
  readonly modules: number;
}

/** A spaceship that is certain to arrive: it has one module of each kind, and pairs of fuel and propulsion. */
export interface ShipPlan {
  /** Pairs of fuel and propulsion that are connected. */
  readonly pairs: number;
  /** Parts that are still to be built. */
  readonly missing: PartCounts;
  /** Years of the journey. */
  readonly years: number;
}

const MAX_PAIRS = 8;
/** One module of each kind: more modules carry more people, but are no faster. */
const MODULES = 3;
/** The first structurals are heavier. */
const HEAVY_STRUCTURALS = 6;
const MASS = { heavy: 200, light: 100, living: 1600, other: 400 } as const;

/** The plans that a ship can still be completed to, the slowest first (`spaceship_calc_derived`). `ship` is undefined before its first part. */
export function shipPlans(ship: Spaceship | undefined): readonly ShipPlan[] {
  const components = ship?.components ?? 0;
  const least = Math.max(1, Math.floor(components / 2));
  return Array.from({ length: MAX_PAIRS - least + 1 }, (_, more) => planOf(ship, least + more));
}

function planOf(ship: Spaceship | undefined, pairs: number): ShipPlan {
  const holding = [...MODULES_HELD_BY.slice(0, MODULES), ...COMPONENTS_HELD_BY.slice(0, 2 * pairs)];
  const needed = new Set(holding.flatMap(chainOf));
  const isPlaced = (one: number) => ship !== undefined && hasBit(ship.structure, one);
  const unplaced = ship === undefined ? 0 : ship.structurals - structuralsPlaced(ship);
  const open = [...needed].filter((one) => !isPlaced(one)).length;
  const { habitation = 0, lifeSupport = 0, solarPanels = 0, modules = 0 } = ship ?? {};
  const kinds = [habitation, lifeSupport, solarPanels];
  const lacking = kinds.filter((count) => count === 0).length;
  const free = modules - habitation - lifeSupport - solarPanels;
  const frame = new Set([...HELD_BY.keys()].filter((one) => needed.has(one) || isPlaced(one)));
  return {
    pairs,
    missing: {
      structurals: Math.max(0, open - unplaced),
      components: Math.max(0, 2 * pairs - (ship?.components ?? 0)),
      modules: Math.max(0, lacking - free),
    },
    years: yearsOf(ship, pairs, frame),
  };
}

/** Years of the journey with this many pairs on these structurals. Parts that no structural connects do not count. */
function yearsOf(ship: Spaceship | undefined, pairs: number, frame: ReadonlySet<number>): number {
  const { fuel = 0, propulsion = 0, habitation = 0, lifeSupport = 0, solarPanels = 0 } = ship ?? {};
  const connected = (heldBy: readonly number[], kinds: number, kind: number, count: number) =>
    Array.from({ length: count }, (_, one) => heldBy[kinds * one + kind] ?? -1).filter((one) =>
      frame.has(one),
    ).length;
  const component = (kind: number, count: number) =>
    connected(COMPONENTS_HELD_BY, 2, kind, Math.max(pairs, count));
  const module = (kind: number, count: number) => connected(MODULES_HELD_BY, 3, kind, Math.max(1, count));
  const mass =
    [...frame].reduce((sum, one) => sum + (one < HEAVY_STRUCTURALS ? MASS.heavy : MASS.light), 0) +
    MASS.living * (module(0, habitation) + module(1, lifeSupport)) +
    MASS.other * (module(2, solarPanels) + component(0, fuel) + component(1, propulsion));
  return mass / (200 * pairs + 20);
}

/** A structural and all those between it and the first one, which hold it. */
function chainOf(structural: number): readonly number[] {
  const chain = [];
  for (let one = structural; one >= 0; one = HELD_BY[one] ?? -1) chain.push(one);
  return chain;
}
