import type { GenAction } from '../freeciv/generated/packets.js';
import { adjacentTiles } from '../rules/lookup/adjacency.js';
import { findPath, type Path, turnsToReach } from '../rules/movement/path.js';
import { canTypeDo } from '../rules/units/action-enablers.js';
import { unitTypeOf } from '../rules/units/unit-type.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import type { GoAndPlan } from './plan.js';

/** What a unit goes somewhere for. */
export interface Purpose {
  /** The action there. */
  readonly action: string;
  /** What the unit has done, before the name of the place: `has joined`. */
  readonly done: string;
  /** The city that it needs there; none by default. */
  readonly city?: 'own' | 'any' | 'foreign';
  /** The actions of the game of which its type needs one, and what they are in words: `join cities`; none by default. */
  readonly ability?: { readonly actions: readonly GenAction[]; readonly words: string };
  /** Set where it acts on the city from the tiles beside it, too. */
  readonly isActingFromBeside?: boolean;
  /** Set where the unit is used up: once it is gone, it has done it. */
  readonly isUsingUp?: boolean;
}

/** How far the tiles beside a city are searched for. */
const BESIDE_REACH = { maxTurns: 60, maxLegs: 5000 } as const;

/** What a unit does to a city, perhaps from a tile beside it, and is used up by. */
const toCity = { isActingFromBeside: true, isUsingUp: true } as const;

const purposes: Readonly<Record<GoAndPlan['purpose'], Purpose>> = {
  fortify: { action: 'unit_fortify', done: 'fortifies at' },
  sentry: { action: 'unit_sentry', done: 'is on sentry at' },
  join_city: {
    ...{ action: 'unit_join_city', done: 'has joined', city: 'own', isUsingUp: true },
    ability: { actions: ['ACTION_JOIN_CITY'], words: 'join cities' },
  },
  pillage: { action: 'unit_pillage', done: 'pillages at' },
  patrol: { action: 'unit_patrol', done: 'is on patrol from' },
  help_wonder: {
    ...{ ...toCity, action: 'unit_help_wonder', done: 'has helped build in', city: 'own' },
    ability: { actions: ['ACTION_HELP_WONDER'], words: 'help build wonders' },
  },
  trade_route: {
    ...{ ...toCity, action: 'unit_trade_route', done: 'trades with', city: 'any' },
    ability: { actions: ['ACTION_TRADE_ROUTE'], words: 'open trade routes' },
  },
  establish_embassy: {
    ...{ ...toCity, action: 'unit_establish_embassy', done: 'has an embassy in', city: 'foreign' },
    ability: {
      actions: ['ACTION_ESTABLISH_EMBASSY', 'ACTION_ESTABLISH_EMBASSY_STAY'],
      words: 'establish embassies',
    },
  },
};

/** The purpose of a plan for a unit: a unit that cannot leave after it has opened an embassy stays there (`ACTION_ESTABLISH_EMBASSY_STAY`). */
export function purposeOf(
  world: World,
  unit: Unit | undefined,
  { purpose }: Pick<GoAndPlan, 'purpose'>,
): Purpose {
  const found = purposes[purpose];
  const type = unit && unitTypeOf(world, unit);
  if (purpose !== 'establish_embassy' || type === undefined) return found;
  return canTypeDo(world, type, 'ACTION_ESTABLISH_EMBASSY')
    ? found
    : { ...found, action: 'unit_establish_embassy_stay' };
}

/** The tiles on which a unit that goes somewhere can act: the goal first. */
export function endsOf(
  world: World,
  { isActingFromBeside = false }: Purpose,
  goal: number,
): readonly number[] {
  return isActingFromBeside ? adjacentTiles(world.map, goal) : [goal];
}

/** Where a unit is sent, and the way. */
export interface Way {
  readonly tile: number;
  readonly path: Path;
}

/** The way to where a unit can act: to its goal, or beside it where that cannot be entered; undefined where there is none. */
export function wayTo(world: World, purpose: Purpose, unit: Unit, goal: number): Way | undefined {
  const path = findPath(world, unit, goal);
  if (path !== undefined) return { tile: goal, path };
  if (purpose.isActingFromBeside !== true) return undefined;
  const turns = turnsToReach(world, unit, BESIDE_REACH);
  const [nearest] = adjacentTiles(world.map, goal)
    .flatMap((tile) => (turns.has(tile) ? [{ tile, turns: turns.get(tile) ?? 0 }] : []))
    .sort((a, b) => a.turns - b.turns);
  const beside = nearest && findPath(world, unit, nearest.tile);
  return nearest && beside && { tile: nearest.tile, path: beside };
}
