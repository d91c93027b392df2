import { freeTiles } from '../../../proxy/rules/cities/citizens.js';
import {
  type CityBasis,
  type CityEconomy,
  cityBasis,
  cityEconomy,
  currentPlacement,
  replacedBasis,
} from '../../../proxy/rules/cities/city-economy.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import type { World } from '../../../proxy/world/world.js';

/** A citizen moved from one tile to another, by tile indexes, and what the city makes before and after. */
export interface TileSwap {
  readonly from: number;
  readonly to: number;
  readonly before: CityEconomy;
  readonly after: CityEconomy;
  /** Food, shields and trade that the city has more of after consumption, upkeep and corruption. */
  readonly gain: number;
}

const compared = [outputs.food, outputs.shields, outputs.trade] as const;
/** What food, shields and trade count when the tile of a new citizen is chosen (`city_increase_size`). */
const TILE_WORTH = { [outputs.food]: 3, [outputs.shields]: 2, [outputs.trade]: 1 } as const;

/** The best swap of a worked tile for a free one that loses no food, shields, trade nor calm; undefined: none. */
export function bestTileSwap(world: World, basis: CityBasis): TileSwap | undefined {
  const { city } = basis;
  const placement = currentPlacement(world, city);
  const before = cityEconomy(world, basis);
  const free = freeTiles(world, city).map((tile) => ({ tile, yields: yieldsOf(world, tile, basis) }));
  const worked = placement.tiles
    .filter((tile) => tile !== city.tile)
    .map((tile) => ({ tile, yields: yieldsOf(world, tile, basis) }));
  let best: { from: number; to: number; more: number } | undefined;
  for (const from of worked) {
    for (const to of free) {
      const more = surplusOver(to.yields, from.yields);
      if (more > (best?.more ?? 0)) best = { from: from.tile, to: to.tile, more };
    }
  }
  if (best === undefined) return undefined;
  const { from, to } = best;
  const tiles = [...placement.tiles.filter((tile) => tile !== from), to];
  const after = cityEconomy(world, replacedBasis(world, basis, { ...placement, tiles }));
  const gains = compared.map((output) => netOf(after, output) - netOf(before, output));
  const gain = gains.reduce((sum, one) => sum + one, 0);
  const isBetter = gain > 0 && gains.every((one) => one >= 0) && (before.disorder || !after.disorder);
  return isBetter ? { from, to, before, after, gain } : undefined;
}

/** What a city makes after one citizen has left a tile and become a specialist of the first kind (`city_make_specialist`). */
export function economyWithout(world: World, basis: CityBasis, tile: number): CityEconomy {
  const { tiles, specialists } = currentPlacement(world, basis.city);
  const placement = { tiles: tiles.filter((one) => one !== tile), specialists: changed(specialists, 0, 1) };
  return cityEconomy(world, replacedBasis(world, basis, placement));
}

/** What a city makes after its first specialist has begun to work a tile (`city_make_worker`). */
export function economyWith(world: World, basis: CityBasis, tile: number): CityEconomy {
  const { tiles, specialists } = currentPlacement(world, basis.city);
  const first = specialists.findIndex((count) => count > 0);
  const placement = { tiles: [...tiles, tile], specialists: changed(specialists, first, -1) };
  return cityEconomy(world, replacedBasis(world, basis, placement));
}

/** Whether a city would be in disorder with one citizen more, who works the best free tile, or is a specialist where there is none. */
export function wouldRiotWithOneMore(world: World, { city, yields, wastes }: CityBasis): boolean {
  const { tiles, specialists } = currentPlacement(world, city);
  const [best] = freeTiles(world, city)
    .map((tile) => ({ tile, worth: worthOf(yields.of(world, city, tile)) }))
    .sort((a, b) => b.worth - a.worth);
  const placement =
    best === undefined
      ? { tiles, specialists: specialists.map((count, kind) => (kind === 0 ? count + 1 : count)) }
      : { tiles: [...tiles, best.tile], specialists };
  const grown = { ...city, size: city.size + 1 };
  return cityEconomy(world, cityBasis(world, grown, placement, { wastes })).disorder;
}

function worthOf(yields: readonly number[]): number {
  return Object.entries(TILE_WORTH).reduce(
    (sum, [output, worth]) => sum + worth * (yields[Number(output)] ?? 0),
    0,
  );
}

function changed(counts: readonly number[], kind: number, by: number): number[] {
  return counts.map((count, index) => (index === kind ? count + by : count));
}

function yieldsOf(world: World, tile: number, { city, yields }: CityBasis): number[] {
  const all = yields.of(world, city, tile);
  return compared.map((output) => all[output] ?? 0);
}

/** How much more one tile yields in all; 0 when it yields less of anything. */
function surplusOver(yields: readonly number[], other: readonly number[]): number {
  const differences = yields.map((amount, index) => amount - (other[index] ?? 0));
  return differences.some((one) => one < 0) ? 0 : differences.reduce((sum, one) => sum + one, 0);
}

function netOf({ surplus }: CityEconomy, output: number): number {
  return surplus[output] ?? 0;
}
