import type { World } from '../../world/world.js';
import { type CityBasis, type CityEconomy, cityEconomy } from '../cities/city-economy.js';
import { coinage } from '../cities/income.js';
import { keptCityBases } from '../cities/kept-basis.js';
import { outputs } from '../lookup/outputs.js';
import { researchOf } from '../lookup/players.js';
import { VersionCache } from '../lookup/version-cache.js';
import { maxRate, RATE_STEP_PERCENT, type Rates } from './government.js';

/** What all cities of a player make in one turn. */
export interface RealmTotals {
  readonly trade: number;
  readonly corruption: number;
  /** Bulbs before the upkeep of technologies. */
  readonly bulbs: number;
  readonly gold: number;
  /** Shields after the upkeep of units. */
  readonly shields: number;
  /** Food after what citizens and units eat. */
  readonly food: number;
  /** Food, shields and trade points before anything is spent. */
  readonly made: number;
  readonly unitShields: number;
  /** Ids of the cities in disorder. */
  readonly disorder: readonly number[];
  /** Ids of the cities that are happy enough to celebrate at the next turn change. */
  readonly celebrating: readonly number[];
}

/** What of a realm's cities does not depend on rates, in one world. */
export interface RealmBasis {
  readonly world: World;
  readonly player: number;
  readonly cities: readonly CityBasis[];
}

/** What decides over many turns what a realm makes: its government and technologies. For values that may be some turns old (`TurnsCache`). */
export function lastingInputs({ world, player }: RealmBasis): readonly unknown[] {
  const { government, revolutionFinishes } = world.players.get(player) ?? {};
  return [player, government, revolutionFinishes, researchOf(world, player)?.inventions];
}

const bases = new VersionCache<Map<number, RealmBasis>>(
  (world) => world,
  () => new Map(),
);

/** The cities of a player whose details this seat has, with what does not depend on rates. Computed once for each version. */
export function realmBasis(world: World, player: number): RealmBasis {
  const known = bases.of(world);
  let basis = known.get(player);
  if (basis === undefined) {
    basis = { world, player, cities: keptCityBases(world, player) };
    known.set(player, basis);
  }
  return basis;
}

/** What the cities make in one turn with these rates; with the present ones when none are given. */
export function realmTotals({ world, cities }: RealmBasis, rates?: Rates): RealmTotals {
  const totals = {
    ...{ trade: 0, corruption: 0, bulbs: 0, gold: 0, shields: 0, food: 0, made: 0, unitShields: 0 },
    disorder: [] as number[],
    celebrating: [] as number[],
  };
  for (const basis of cities) {
    const economy = cityEconomy(world, basis, rates);
    const { prod, surplus, waste, usage } = economy;
    totals.trade += prod[outputs.trade] ?? 0;
    totals.corruption += waste[outputs.trade] ?? 0;
    totals.bulbs += prod[outputs.science] ?? 0;
    totals.gold += treasuryShare(world, basis, economy);
    totals.shields += surplus[outputs.shields] ?? 0;
    totals.food += surplus[outputs.food] ?? 0;
    totals.made += madeBy(economy);
    totals.unitShields += usage[outputs.shields] ?? 0;
    if (economy.disorder) totals.disorder.push(basis.city.id);
    if (economy.celebrates) totals.celebrating.push(basis.city.id);
  }
  return totals;
}

/** Food, shields and trade points of a city before anything is spent. */
export function madeBy({ prod }: CityEconomy): number {
  return (prod[outputs.food] ?? 0) + (prod[outputs.shields] ?? 0) + (prod[outputs.trade] ?? 0);
}

/** What a city adds to the treasury, what the nation pays for it taken off. */
function treasuryShare(world: World, { city, nationUpkeep }: CityBasis, { surplus }: CityEconomy): number {
  return (surplus[outputs.gold] ?? 0) + coinage(world, city, surplus[outputs.shields] ?? 0) - nationUpkeep;
}

/** The rates of a player now, in per cent. */
export function currentRates(world: World, player: number): Rates {
  const { tax = 0, luxury = 0, science = 0 } = world.players.get(player) ?? {};
  return { tax, luxury, science };
}

/** Rates with at least this much luxury: bulbs are reduced for it first, then gold. Undefined where a rate is too high. */
function withLuxury(world: World, player: number, luxury: number): Rates | undefined {
  const most = maxRate(world, player);
  const { tax } = currentRates(world, player);
  if (luxury > most) return undefined;
  const left = 100 - luxury;
  const bulbs = Math.min(most, Math.max(0, left - Math.min(tax, left)));
  return left - bulbs > most ? undefined : { tax: left - bulbs, luxury, science: bulbs };
}

/** The rates with luxury of `from` per cent upwards, in steps of `RATE_STEP_PERCENT`, that the government allows. */
export function luxurySteps(world: World, player: number, from = 0): Rates[] {
  const steps: Rates[] = [];
  for (let luxury = from; luxury <= 100; luxury += RATE_STEP_PERCENT) {
    const rates = withLuxury(world, player, luxury);
    if (rates !== undefined) steps.push(rates);
  }
  return steps;
}

/** The rates with the least luxury, from the present one upwards, that leave the fewest cities in disorder. */
export function calmRates(basis: RealmBasis): { readonly rates: Rates; readonly totals: RealmTotals } {
  const { world, player } = basis;
  const present = currentRates(world, player);
  let best: { readonly rates: Rates; readonly totals: RealmTotals } | undefined;
  for (const rates of luxurySteps(world, player, present.luxury)) {
    const totals = realmTotals(basis, rates);
    if (best === undefined || totals.disorder.length < best.totals.disorder.length) best = { rates, totals };
    if (best.totals.disorder.length === 0) break;
  }
  return best ?? { rates: present, totals: realmTotals(basis) };
}
