import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { OUTPUT_COUNT, outputs } from '../lookup/outputs.js';
import { workedTiles } from './citizens.js';
import { type CityEffects, cityEffects } from './city-effects.js';
import { citySupport } from './city-support.js';
import { isRejoicing, isUnrest, type MoodFactors, type Moods, moodFactors, moodsWith } from './happiness.js';
import { supportedUnits } from './realm.js';
import { specialistOutput } from './tile-output.js';
import { type TileYields, tileYields } from './tile-yields.js';
import { type WasteFactors, wasteFactors, wasteOf } from './waste.js';

/** What a city makes in one turn. Lists are by output number: food, shields, trade, gold, luxury, bulbs. */
export interface CityEconomy {
  readonly waste: readonly number[];
  /** After bonuses, waste and taxes, and after what disorder takes. */
  readonly prod: readonly number[];
  readonly usage: readonly number[];
  /** What is left: `prod` less `usage`. */
  readonly surplus: readonly number[];
  readonly moods: Moods;
  readonly disorder: boolean;
  /** Enough happy citizens to celebrate at the next turn change. */
  readonly celebrates: boolean;
}

/** Which tiles are worked and what the other citizens are. */
export interface Placement {
  /** Tile indexes, the centre among them. */
  readonly tiles: readonly number[];
  readonly specialists: readonly number[];
}

/** What of a city's economy does not depend on rates. */
export interface CityBasis {
  readonly city: City;
  readonly effects: CityEffects;
  /** Of each tile that its citizens could work. */
  readonly yields: TileYields;
  /** What citizens bring from tiles and as specialists, by output number. */
  readonly citizenBase: readonly number[];
  /** `citizenBase` with trade of routes and gold of tithes. */
  readonly gross: readonly number[];
  readonly usage: readonly number[];
  readonly wastes: readonly WasteFactors[];
  /** Lost by corruption and waste, by output number. */
  readonly waste: readonly number[];
  /** What is made before trade is split: `gross` with bonuses, less waste. */
  readonly net: readonly number[];
  readonly mood: MoodFactors;
  /** Gold a turn that the nation pays for units and buildings of the city. */
  readonly nationUpkeep: number;
}

/** The present placement of a city's citizens. */
export function currentPlacement(world: World, city: City): Placement {
  return { tiles: workedTiles(world, city), specialists: city.detail?.specialists ?? [] };
}

/** Parts of a basis that are the same after some changes; the others are computed fast. */
export type KeptParts = Partial<Pick<CityBasis, 'yields' | 'citizenBase' | 'wastes' | 'mood'>>;

/** What of a city's economy does not depend on rates; needed once for several rates. `kept`: parts that are known already. */
export function cityBasis(
  world: World,
  city: City,
  placement: Placement = currentPlacement(world, city),
  kept: KeptParts = {},
): CityBasis {
  const units = supportedUnits(world, city);
  const specialistCount = placement.specialists.reduce((sum, count) => sum + count, 0);
  const effects = cityEffects(world, city);
  const yields = kept.yields ?? tileYields(world, city);
  const citizenBase = kept.citizenBase ?? outputOfCitizens(world, city, placement, yields);
  const gross = grossOf(world, city, effects, citizenBase);
  const raised = gross.map((_, output) => withBonus(gross, effects.bonus, output));
  const wastes = kept.wastes ?? wasteFactors(world, city, effects);
  const waste = wastes.map((factors, output) => wasteOf(world, city, output, raised[output] ?? 0, factors));
  return {
    city,
    effects,
    yields,
    citizenBase,
    gross,
    ...citySupport(world, city, effects, units),
    wastes,
    waste,
    net: raised.map((amount, output) => amount - (waste[output] ?? 0)),
    mood: kept.mood ?? moodFactors(world, city, units, { specialists: specialistCount, effects }),
  };
}

/** The same city with its citizens placed otherwise. */
export function replacedBasis(world: World, basis: CityBasis, placement: Placement): CityBasis {
  const { yields, wastes } = basis;
  return cityBasis(world, basis.city, placement, { yields, wastes });
}

/**
 * What a city makes by the rules, as `city_refresh` computes it on the server: from tiles and specialists over trade
 * routes, bonuses, corruption, rates and upkeep to moods and disorder. The rates are those of its owner in the given
 * world, which may be a supposed one, unless others are given.
 */
export function cityEconomy(
  world: World,
  basis: CityBasis,
  rates: TradeRates | undefined = world.players.get(basis.city.owner),
): CityEconomy {
  const { city, usage, mood, waste } = basis;
  const prod = producedOf(world, basis, rates);
  const moods = moodsWith(mood, prod[outputs.luxury] ?? 0);
  const disorder = isUnrest(moods);
  if (disorder) subtractDisorder(prod, usage);
  return {
    waste,
    prod,
    usage,
    surplus: prod.map((amount, output) => amount - (usage[output] ?? 0)),
    moods,
    disorder,
    celebrates: isRejoicing(world, city, moods),
  };
}

function outputOfCitizens(
  world: World,
  city: City,
  { tiles, specialists }: Placement,
  yields: TileYields,
): number[] {
  const sums = Array.from({ length: OUTPUT_COUNT }, () => 0);
  for (const tile of tiles) {
    const ofTile = yields.of(world, city, tile);
    for (let output = 0; output < OUTPUT_COUNT; output += 1)
      sums[output] = (sums[output] ?? 0) + (ofTile[output] ?? 0);
  }
  for (const [specialist, count] of specialists.entries()) {
    if (count === 0) continue;
    for (let output = 0; output < OUTPUT_COUNT; output += 1)
      sums[output] = (sums[output] ?? 0) + count * specialistOutput(world, city, specialist, output);
  }
  return sums;
}

/** Trade routes and tithes, which come to what citizens bring. */
function grossOf(
  world: World,
  city: City,
  effects: CityEffects,
  citizenBase: readonly number[],
): readonly number[] {
  const gross = [...citizenBase];
  gross[outputs.trade] = (gross[outputs.trade] ?? 0) + routeTrade(world, city, effects);
  gross[outputs.gold] = (gross[outputs.gold] ?? 0) + tithes(effects);
  return gross;
}

/** What a player spends trade on, in per cent; the rest is gold. */
export interface TradeRates {
  readonly science: number;
  readonly luxury: number;
}

/** Taxes and bonuses, less waste (`set_city_production`). */
function producedOf(world: World, basis: CityBasis, rates?: TradeRates): number[] {
  const { city, effects, gross, waste, net } = basis;
  const prod = [...net];
  if (rates === undefined || world.game === undefined) return prod;
  const [science, gold, luxury] = splitTrade(prod[outputs.trade] ?? 0, sharesOf(world, city.owner, rates));
  const withTaxes = (output: number, taxes: number) =>
    withBonus(gross, effects.bonus, output, taxes) - (waste[output] ?? 0);
  prod[outputs.science] = withTaxes(outputs.science, science);
  prod[outputs.gold] = withTaxes(outputs.gold, gold);
  prod[outputs.luxury] = withTaxes(outputs.luxury, luxury);
  return prod;
}

function withBonus(gross: readonly number[], bonus: readonly number[], output: number, more = 0): number {
  return Math.trunc((((gross[output] ?? 0) + more) * (bonus[output] ?? 100)) / 100);
}

function routeTrade({ tradeRoutes }: World, { id }: City, { tradeRoutePercent }: CityEffects): number {
  const routes = tradeRoutes.get(id) ?? [];
  return routes.reduce((sum, { value }) => sum + Math.trunc((value * (100 + tradeRoutePercent)) / 100), 0);
}

function tithes({ paysTithes, makesContent, forcesContent }: CityEffects): number {
  return paysTithes ? makesContent + forcesContent : 0;
}

/** Shares of trade for science, gold and luxury. */
type Shares = readonly [science: number, gold: number, luxury: number];

/** How trade is split (`add_tax_income`): by the player's rates, by those of the ruleset, or all luxury in a revolution. */
function sharesOf({ game, players }: World, owner: number, { science, luxury }: TradeRates): Shares {
  if (game === undefined) return [0, 0, 0];
  if (players.get(owner)?.government === game.governmentDuringRevolutionId) return [0, 0, 100];
  if (!game.changableTax) return [game.forcedScience, game.forcedGold, game.forcedLuxury];
  return [science, 100 - science - luxury, luxury];
}

/** Splits trade by shares; what is left over goes to the largest remainder, of equals to the smallest part. */
function splitTrade(trade: number, shares: Shares): Shares {
  const [science, gold, luxury] = shares;
  const sum = science + gold + luxury;
  if (sum === 0) return [0, 0, 0];
  const part = (share: number) => Math.trunc((trade * share) / sum);
  const parts: [number, number, number] = [part(science), part(gold), part(luxury)];
  const left = trade - parts[0] - parts[1] - parts[2];
  if (left > 0) spreadRest(parts, left, trade, shares, sum);
  return parts;
}

function spreadRest(
  parts: [number, number, number],
  rest: number,
  trade: number,
  shares: Shares,
  sum: number,
): void {
  const missing = shares.map((share, index) => trade * share - (parts[index] ?? 0) * sum);
  for (let left = rest; left > 0; left -= 1) {
    let next: 0 | 1 | 2 = 0;
    for (const index of [1, 2] as const) {
      const more = (missing[index] ?? 0) - (missing[next] ?? 0);
      if (more > 0 || (more === 0 && parts[index] < parts[next])) next = index;
    }
    parts[next] += 1;
    missing[next] = 0;
  }
}

/** A city in disorder makes no gold and no bulbs, and no more food and shields than it spends. */
function subtractDisorder(prod: number[], usage: readonly number[]): void {
  prod[outputs.gold] = 0;
  prod[outputs.science] = 0;
  for (const output of [outputs.food, outputs.shields])
    prod[output] = Math.min(prod[output] ?? 0, usage[output] ?? 0);
}
