import type { World } from '../../world/world.js';
import { type CityBasis, type CityEconomy, cityEconomy } from '../cities/city-economy.js';
import { outputs } from '../lookup/outputs.js';
import { effectValue } from '../requirements/effects.js';
import { cityContext } from '../requirements/requirement.js';
import { maxRate, RATE_STEP_PERCENT, type Rates } from './government.js';
import { type OutputWorth, SCORE_POINTS } from './output-worth.js';
import { type RealmBasis, type RealmTotals, realmTotals } from './realm-forecast.js';

/** The treasury must last for this many turns. */
const SOLVENT_TURNS = 6;
/** Points that an empty treasury costs: buildings are sold. */
const INSOLVENCY_POINTS = 100;
/** Citizens who would not grow in a city in disorder, and what it makes, in points a turn. */
const DISORDER_POINTS = 1;
/** Celebration ends where cities have no room left, so its citizens count less than others. */
const CELEBRATION_POINTS = 0.6 * SCORE_POINTS.citizen;

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
  const byCelebration = CELEBRATION_POINTS * growing.length;
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
    .filter((basis) => growsByCelebration(world, basis, cityEconomy(world, basis, rates)))
    .map(({ city }) => city.id);
}

/** Whether a city that celebrates grows by it: food to spare, and room by its size limit (`EFT_SIZE_ADJ`). */
function growsByCelebration(world: World, { city }: CityBasis, { surplus }: CityEconomy): boolean {
  const context = cityContext(city);
  if (effectValue(world, 'EFT_RAPTURE_GROW', context) <= 0 || (surplus[outputs.food] ?? 0) <= 0) return false;
  if (effectValue(world, 'EFT_SIZE_UNLIMIT', context) > 0) return true;
  return city.size < effectValue(world, 'EFT_SIZE_ADJ', context);
}
