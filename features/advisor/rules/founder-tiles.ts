import { freeTiles } from '../../../proxy/rules/cities/citizens.js';
import {
  type CityBasis,
  type CityEconomy,
  cityEconomy,
  currentPlacement,
  replacedBasis,
} from '../../../proxy/rules/cities/city-economy.js';
import { granaryOf } from '../../../proxy/rules/cities/growth.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { buildCost, buyCost, popCostOf } from '../../../proxy/rules/production/build-costs.js';
import { productionOf } from '../../../proxy/rules/production/target.js';
import { canTypeDo } from '../../../proxy/rules/units/action-enablers.js';
import type { World } from '../../../proxy/world/world.js';

/** A citizen moved to another tile, by tile indexes, so that the settlers of its city are ready sooner. */
export interface FounderSwap {
  readonly from: number;
  readonly to: number;
  /** Turns until the settlers are ready. */
  readonly before: number;
  readonly after: number;
  /** Gold for their shields; 0 where the city makes them. */
  readonly price: number;
}

/** What settlers wait for. */
interface Lack {
  readonly food: number;
  readonly shields: number;
  readonly price: number;
}

/** A swap must save this many turns. */
const MIN_SAVED_TURNS = 2;

/**
 * The swap of a worked tile for a free one with more food by which the settlers that a city builds are ready at least two turns
 * sooner: they wait for a citizen and for shields, and `gold` may buy the shields. Undefined where there is none.
 */
export function founderSwap(world: World, basis: CityBasis, gold: number): FounderSwap | undefined {
  const { city } = basis;
  const lack = lackOf(world, basis, gold);
  if (lack === undefined) return undefined;
  const placement = currentPlacement(world, city);
  const now = cityEconomy(world, basis);
  const before = turnsUntilReady(now, lack);
  const free = freeTiles(world, city);
  const yieldsOf = (tile: number) => basis.yields.of(world, city, tile);
  const foodOf = (tile: number) => yieldsOf(tile)[outputs.food] ?? 0;
  const [best] = placement.tiles
    .filter((tile) => tile !== city.tile)
    .flatMap((from) => free.filter((to) => foodOf(to) > foodOf(from)).map((to) => ({ from, to })))
    .map((swap) => ({ ...swap, surplus: moved(now.surplus, yieldsOf(swap.from), yieldsOf(swap.to)) }))
    .map((swap) => ({ ...swap, turns: turnsUntilReady({ ...now, surplus: swap.surplus }, lack) }))
    .sort((a, b) => a.turns - b.turns);
  if (best === undefined || !isSooner(best.turns, before)) return undefined;
  const { from, to } = best;
  const tiles = [...placement.tiles.filter((tile) => tile !== from), to];
  const then = cityEconomy(world, replacedBasis(world, basis, { ...placement, tiles }));
  const after = turnsUntilReady(then, lack);
  return isSooner(after, before) ? { from, to, before, after, price: lack.price } : undefined;
}

function isSooner(after: number, before: number): boolean {
  return Number.isFinite(after) && after <= before - MIN_SAVED_TURNS;
}

/** About what a city has to spare when a citizen moves from one tile to another: before waste, and what buildings add. */
function moved(
  surplus: readonly number[],
  from: readonly number[],
  to: readonly number[],
): readonly number[] {
  return surplus.map((amount, output) => amount + (to[output] ?? 0) - (from[output] ?? 0));
}

/** Undefined where a city builds no settlers, has the citizens for them already, or is not known well enough. */
function lackOf(world: World, { city }: CityBasis, gold: number): Lack | undefined {
  const target = productionOf(world, city);
  if (target?.kind !== 'VUT_UTYPE' || !canTypeDo(world, target.thing, 'ACTION_FOUND_CITY')) return undefined;
  const granary = granaryOf(world, city);
  if (granary === null || city.detail === undefined || city.size > popCostOf(world, city, target))
    return undefined;
  const { foodStock, shieldStock } = city.detail;
  const food = granary - foodStock;
  const price = buyCost(world, city, target, Math.max(1, shieldStock));
  return price <= gold
    ? { food, shields: 0, price }
    : { food, shields: buildCost(world, target) - shieldStock, price: 0 };
}

/** Citizens leave in the turn after the city has grown. Infinite for a city in disorder or without a surplus. */
function turnsUntilReady(
  { surplus, disorder }: Pick<CityEconomy, 'surplus' | 'disorder'>,
  lack: Lack,
): number {
  if (disorder) return Number.POSITIVE_INFINITY;
  const grown = turnsFor(lack.food, surplus[outputs.food]);
  return Math.max(grown + 1, turnsFor(lack.shields, surplus[outputs.shields]));
}

function turnsFor(amount: number, surplus = 0): number {
  if (amount <= 0) return 1;
  return surplus > 0 ? Math.ceil(amount / surplus) : Number.POSITIVE_INFINITY;
}
