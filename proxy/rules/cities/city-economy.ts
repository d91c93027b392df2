import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { effectValue } from '../requirements/effects.js';
import { cityContext } from '../requirements/requirement.js';
import { workedTiles } from './citizens.js';
import { citySupport } from './city-support.js';
import { isRejoicing, isUnrest, type MoodFactors, type Moods, moodFactors, moodsWith } from './happiness.js';
import { OUTPUT_COUNT, outputs } from './outputs.js';
import { supportedUnits } from './realm.js';
import { specialistOutput, tileOutput } from './tile-output.js';
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
  readonly units: readonly Unit[];
  readonly specialistCount: number;
  /** What citizens bring from tiles and as specialists, by output number. */
  readonly citizenBase: readonly number[];
  /** `citizenBase` with trade of routes and gold of tithes. */
  readonly gross: readonly number[];
  readonly usage: readonly number[];
  /** Per cent that the city makes of each output. */
  readonly bonus: readonly number[];
  readonly wastes: readonly WasteFactors[];
  /** Lost by corruption and waste, by output number. */
  readonly waste: readonly number[];
  readonly mood: MoodFactors;
  /** Gold a turn that the nation pays for units and buildings of the city. */
  readonly nationUpkeep: number;
}

/** The present placement of a city's citizens. */
export function currentPlacement(world: World, city: City): Placement {
  return { tiles: workedTiles(world, city), specialists: city.detail?.specialists ?? [] };
}

/** Parts of a basis that are the same after some changes; the others are computed fast. */
export type KeptParts = Partial<Pick<CityBasis, 'citizenBase' | 'bonus' | 'wastes' | 'mood'>>;

/** What of a city's economy does not depend on rates; needed once for several rates. `kept`: parts that are known already. */
export function cityBasis(
  world: World,
  city: City,
  placement: Placement = currentPlacement(world, city),
  kept: KeptParts = {},
): CityBasis {
  const units = supportedUnits(world, city);
  const specialistCount = placement.specialists.reduce((sum, count) => sum + count, 0);
  const eachOutput = <T>(of: (output: number) => T) =>
    Array.from({ length: OUTPUT_COUNT }, (_, output) => of(output));
  const citizenBase = kept.citizenBase ?? outputOfCitizens(world, city, placement);
  const gross = grossOf(world, city, citizenBase);
  const bonus = kept.bonus ?? eachOutput((output) => outputBonus(world, city, output));
  const wastes = kept.wastes ?? eachOutput((output) => wasteFactors(world, city, output));
  return {
    city,
    units,
    specialistCount,
    citizenBase,
    gross,
    ...citySupport(world, city, units),
    bonus,
    wastes,
    waste: wastes.map((factors, output) =>
      wasteOf(world, city, output, withBonus(gross, bonus, output), factors),
    ),
    mood: kept.mood ?? moodFactors(world, city, units, specialistCount),
  };
}

/** The same city with its citizens placed otherwise. */
export function replacedBasis(world: World, basis: CityBasis, placement: Placement): CityBasis {
  const { bonus, wastes } = basis;
  return cityBasis(world, basis.city, placement, { bonus, wastes });
}

/**
 * What a city makes by the rules, as `city_refresh` computes it on the server: from tiles and specialists over trade
 * routes, bonuses, corruption, rates and upkeep to moods and disorder. The rates are those of its owner in the given
 * world, which may be a supposed one.
 */
export function cityEconomy(world: World, basis: CityBasis): CityEconomy {
  const { city, usage, mood, waste } = basis;
  const prod = producedOf(world, basis);
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

function outputOfCitizens(world: World, city: City, { tiles, specialists }: Placement): number[] {
  return Array.from({ length: OUTPUT_COUNT }, (_, output) => {
    let sum = 0;
    for (const tile of tiles) sum += tileOutput(world, tile, output, city);
    for (const [specialist, count] of specialists.entries())
      if (count > 0) sum += count * specialistOutput(world, city, specialist, output);
    return sum;
  });
}

/** Trade routes and tithes, which come to what citizens bring. */
function grossOf(world: World, city: City, citizenBase: readonly number[]): readonly number[] {
  const gross = [...citizenBase];
  gross[outputs.trade] = (gross[outputs.trade] ?? 0) + routeTrade(world, city);
  gross[outputs.gold] = (gross[outputs.gold] ?? 0) + tithes(world, city);
  return gross;
}

/** Taxes and bonuses, less waste (`set_city_production`). */
function producedOf(world: World, { city, gross: before, bonus, waste }: CityBasis): number[] {
  const gross = [...before];
  const net = (output: number) => withBonus(gross, bonus, output) - (waste[output] ?? 0);
  for (const [output, share] of taxShares(world, city.owner, net(outputs.trade)))
    gross[output] = (gross[output] ?? 0) + share;
  return gross.map((_, output) => net(output));
}

function withBonus(gross: readonly number[], bonus: readonly number[], output: number): number {
  return Math.trunc(((gross[output] ?? 0) * (bonus[output] ?? 100)) / 100);
}

function routeTrade(world: World, city: City): number {
  const routes = world.tradeRoutes.get(city.id) ?? [];
  if (routes.length === 0) return 0;
  const percent = effectValue(world, 'EFT_TRADEROUTE_PCT', cityContext(city));
  return routes.reduce((sum, { value }) => sum + Math.trunc((value * (100 + percent)) / 100), 0);
}

function tithes(world: World, city: City): number {
  const context = cityContext(city);
  if (effectValue(world, 'EFT_HAPPINESS_TO_GOLD', context) <= 0) return 0;
  return effectValue(world, 'EFT_MAKE_CONTENT', context) + effectValue(world, 'EFT_FORCE_CONTENT', context);
}

/** The per cent that a city makes of an output (`EFT_OUTPUT_BONUS`, `EFT_OUTPUT_BONUS_2`); 100 without buildings. */
function outputBonus(world: World, city: City, output: number): number {
  const context = { ...cityContext(city), output };
  const first = 100 + effectValue(world, 'EFT_OUTPUT_BONUS', context);
  const second = 100 + effectValue(world, 'EFT_OUTPUT_BONUS_2', context);
  return Math.max(0, Math.trunc((first * second) / 100));
}

/** Trade as bulbs, gold and luxury (`add_tax_income`): by the player's rates, or all luxury in a revolution. */
function taxShares(world: World, owner: number, trade: number): readonly (readonly [number, number])[] {
  const player = world.players.get(owner);
  const { game } = world;
  if (player === undefined || game === undefined) return [];
  let rates = [player.science, 100 - player.science - player.luxury, player.luxury];
  if (!game.changableTax) rates = [game.forcedScience, game.forcedGold, game.forcedLuxury];
  if (player.government === game.governmentDuringRevolutionId) rates = [0, 0, 100];
  const [science = 0, gold = 0, luxury = 0] = distribute(trade, rates);
  return [
    [outputs.science, science],
    [outputs.gold, gold],
    [outputs.luxury, luxury],
  ];
}

/** Splits a whole number by shares; what is left over goes to the largest remainder, of equals to the smallest part. */
function distribute(amount: number, shares: readonly number[]): number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  if (sum === 0) return shares.map(() => 0);
  const parts = shares.map((share) => Math.trunc((amount * share) / sum));
  const rest = shares.map((share, index) => amount * share - (parts[index] ?? 0) * sum);
  for (let left = amount - parts.reduce((total, part) => total + part, 0); left > 0; left -= 1) {
    let next = 0;
    for (const index of rest.keys()) {
      const more = (rest[index] ?? 0) - (rest[next] ?? 0);
      if (more > 0 || (more === 0 && (parts[index] ?? 0) < (parts[next] ?? 0))) next = index;
    }
    parts[next] = (parts[next] ?? 0) + 1;
    rest[next] = 0;
  }
  return parts;
}

/** A city in disorder makes no gold and no bulbs, and no more food and shields than it spends. */
function subtractDisorder(prod: number[], usage: readonly number[]): void {
  prod[outputs.gold] = 0;
  prod[outputs.science] = 0;
  for (const output of [outputs.food, outputs.shields])
    prod[output] = Math.min(prod[output] ?? 0, usage[output] ?? 0);
}
