import { type CityBasis, type CityEconomy, cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { cityEffects } from '../../../proxy/rules/cities/city-effects.js';
import { citiesOf } from '../../../proxy/rules/cities/realm.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { supposePlayer } from '../../../proxy/rules/lookup/supposed-world.js';
import { maxRate, RATE_STEP_PERCENT, type Rates } from '../../../proxy/rules/players/government.js';
import { type OutputWorth, SCORE_POINTS } from '../../../proxy/rules/players/output-worth.js';
import {
  type RealmBasis,
  type RealmTotals,
  realmTotals,
} from '../../../proxy/rules/players/realm-forecast.js';
import type { World } from '../../../proxy/world/world.js';

/** The treasury must last for this many turns. */
const SOLVENT_TURNS = 6;
/** Points that an empty treasury costs: buildings are sold. */
const INSOLVENCY_POINTS = 100;
/** Citizens who would not grow in a city in disorder, and what it makes, in points a turn. */
const DISORDER_POINTS = 1;
/** Celebration ends where cities have no room left, so its citizens count less than others. */
const CELEBRATION_POINTS = 0.6 * SCORE_POINTS.citizen;
/** Fewer cities that celebrate count nothing: the first turn of a celebration brings no citizen, and rates should not change to and fro. */
const MIN_CELEBRATING = 3;
const CELEBRATING_SHARE = 0.2;

/** What a realm makes a turn with some rates, and what that is worth in points of score. */
export interface RatesWorth {
  readonly rates: Rates;
  readonly totals: RealmTotals;
  /** Cities that celebrate and grow by it, by id (`EFT_RAPTURE_GROW`). */
  readonly growing: readonly number[];
  /** Points of score a turn, those that come by celebration among them. */
  readonly points: number;
  readonly byCelebration: number;
}

/** The rates that bring a realm most, and what the present ones bring. */
export function bestRates(
  basis: RealmBasis,
  worth: OutputWorth,
  present: Rates,
): { readonly best: RatesWorth; readonly now: RatesWorth } {
  const now = ratesWorth(basis, present, worth);
  let best = now;
  for (const rates of possibleRates(maxRate(basis.world, basis.player))) {
    const one = ratesWorth(basis, rates, worth);
    if (one.points > best.points) best = one;
  }
  return { best, now };
}

function possibleRates(most: number): Rates[] {
  const all: Rates[] = [];
  for (let luxury = 0; luxury <= most; luxury += RATE_STEP_PERCENT) {
    for (let tax = 0; tax <= Math.min(most, 100 - luxury); tax += RATE_STEP_PERCENT) {
      const science = 100 - luxury - tax;
      if (science <= most) all.push({ tax, luxury, science });
    }
  }
  return all;
}

function ratesWorth(basis: RealmBasis, rates: Rates, worth: OutputWorth): RatesWorth {
  const { world, player } = basis;
  const totals = realmTotals(basis, rates);
  const growing = growingCities(basis, totals, rates);
  const gold = world.players.get(player)?.gold ?? 0;
  const isSolvent = gold + SOLVENT_TURNS * totals.gold >= 0;
  const isWorthwhile = growing.length >= Math.max(MIN_CELEBRATING, CELEBRATING_SHARE * basis.cities.length);
  const byCelebration = isWorthwhile ? CELEBRATION_POINTS * growing.length : 0;
  const points =
    worth.food * totals.food +
    worth.shields * totals.shields +
    worth.bulbs * totals.bulbs +
    worth.gold * totals.gold +
    byCelebration -
    DISORDER_POINTS * totals.disorder.length -
    (isSolvent ? 0 : INSOLVENCY_POINTS);
  return { rates, totals, growing, points, byCelebration };
}

function growingCities({ world, cities }: RealmBasis, { celebrating }: RealmTotals, rates: Rates) {
  if (celebrating.length === 0) return [];
  return cities
    .filter(({ city }) => celebrating.includes(city.id))
    .filter((basis) => canGrowNow(world, basis, cityEconomy(world, basis, rates)))
    .map(({ city }) => city.id);
}

/** Whether a city that celebrates grows by it: food to spare, and room by its size limit (`EFT_SIZE_ADJ`). */
function canGrowNow(world: World, { city }: CityBasis, { surplus }: CityEconomy): boolean {
  const { growsByCelebration: grows, maxSize = Number.POSITIVE_INFINITY } = cityEffects(world, city);
  return grows && (surplus[outputs.food] ?? 0) > 0 && city.size < maxSize;
}

/** Whether the cities of a player grow by celebration under a government (`EFT_RAPTURE_GROW`). */
export function growsByCelebration(world: World, player: number, government: number): boolean {
  const [city] = citiesOf(world, player);
  if (city === undefined) return false;
  return cityEffects(supposePlayer(world, player, { government }), city).growsByCelebration;
}
