import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { OUTPUT_COUNT, outputs } from '../lookup/outputs.js';
import { freeTiles, usableSpecialists, workedTiles } from './citizens.js';
import {
  type CityBasis,
  type CityEconomy,
  cityEconomy,
  type Placement,
  replacedBasis,
} from './city-economy.js';
import { keptCityBasis } from './kept-basis.js';
import { specialistOutput } from './tile-output.js';

/** What a city can be told to make most of. */
export const CITY_FOCUSES = ['food', 'shields', 'trade', 'gold', 'luxury', 'science'] as const;
/** The output that a city must make most of. */
export type CityFocus = (typeof CITY_FOCUSES)[number];

/** What one of each output is worth where it is not in focus: food, shields, trade, gold, luxury, bulbs. */
const PLAIN_WEIGHTS = [2, 2, 1, 1, 0, 1];
const FOCUS_WEIGHT = 50;
/** What one food or shield is worth that is missing for upkeep. */
const SHORTAGE_WEIGHT = 3000;
const DISORDER_WEIGHT = 100_000;
const MAX_ROUNDS_PER_CITIZEN = 3;

/** A place for one citizen. */
interface Job {
  readonly tile?: number;
  readonly specialist?: number;
  /** By output number. */
  readonly yields: readonly number[];
  readonly value: number;
}

/**
 * Where the citizens of a city make most of one output, without hunger, unpaid shields and disorder where that can be
 * avoided; the other outputs count little. Undefined where the present placement is as good. FreeCiv's own governor (CMA)
 * is a part of its client, so this is the gateway's. `taken`: tiles that are meant for other cities.
 */
export function focusedPlacement(
  world: World,
  city: City,
  focus: CityFocus,
  taken: ReadonlySet<number> = new Set(),
): Placement | undefined {
  const { basis } = keptCityBasis(world, city);
  const weights = PLAIN_WEIGHTS.map((plain, output) => (output === outputs[focus] ? FOCUS_WEIGHT : plain));
  const jobs = jobsOf(world, basis, weights, taken);
  const calming = jobs
    .filter(({ specialist }) => specialist !== undefined)
    .sort((a, b) => (b.yields[outputs.luxury] ?? 0) - (a.yields[outputs.luxury] ?? 0))[0];
  let best: { readonly placement: Placement; readonly score: number } | undefined;
  for (let calmed = 0; calmed <= city.size; calmed += 1) {
    if (calmed > 0 && calming === undefined) break;
    const chosen = choose(jobs, city.size - calmed, needsOf(world, basis));
    const placement = placementOf(city, [...chosen, ...Array.from({ length: calmed }, () => calming)]);
    const economy = cityEconomy(world, replacedBasis(world, basis, placement));
    const score = scoreOf(economy, weights);
    if (best === undefined || score > best.score) best = { placement, score };
    if (!economy.disorder) break;
  }
  const isBetter = best !== undefined && best.score > scoreOf(cityEconomy(world, basis), weights);
  return isBetter ? best?.placement : undefined;
}

/** Every tile once, and every kind of specialist for each citizen. */
function jobsOf(
  world: World,
  { city, yields: ofTiles }: CityBasis,
  weights: readonly number[],
  taken: ReadonlySet<number>,
): readonly Job[] {
  const values = weights.map((weight, output) =>
    output === outputs.trade ? weight + valueOfTrade(world, city, weights) : weight,
  );
  const worthOf = (yields: readonly number[]) =>
    yields.reduce((sum, amount, output) => sum + amount * (values[output] ?? 0), 0);
  const tiles = [...workedTiles(world, city).filter((tile) => tile !== city.tile), ...freeTiles(world, city)];
  const worked = tiles
    .filter((tile) => !taken.has(tile))
    .map((tile) => {
      const all = ofTiles.of(world, city, tile);
      const yields = [outputs.food, outputs.shields, outputs.trade].map((output) => all[output] ?? 0);
      return { tile, yields, value: worthOf(yields) };
    });
  const specialists = usableSpecialists(world, city).flatMap((specialist) => {
    const yields = Array.from({ length: OUTPUT_COUNT }, (_, output) =>
      specialistOutput(world, city, specialist, output),
    );
    return Array.from({ length: city.size }, () => ({ specialist, yields, value: worthOf(yields) }));
  });
  return [...worked, ...specialists];
}

/** What a point of trade is worth as the gold, luxury and bulbs that it becomes. */
function valueOfTrade(world: World, { owner }: City, weights: readonly number[]): number {
  const { tax = 0, luxury = 0, science = 0 } = world.players.get(owner) ?? {};
  const of = (output: number, rate: number) => ((weights[output] ?? 0) * rate) / 100;
  return of(outputs.gold, tax) + of(outputs.luxury, luxury) + of(outputs.science, science);
}

interface Needs {
  readonly food: number;
  readonly shields: number;
}

/** What citizens must bring beyond the centre so that no citizen starves and no unit is disbanded. */
function needsOf(world: World, { city, usage, yields }: CityBasis): Needs {
  const centre = yields.of(world, city, city.tile);
  const need = (output: number) => (usage[output] ?? 0) - (centre[output] ?? 0);
  return { food: need(outputs.food), shields: need(outputs.shields) };
}

/** The most valuable jobs, some of them given up for others until there is enough food and shields, as far as there is. */
function choose(jobs: readonly Job[], count: number, needs: Needs): readonly Job[] {
  const byValue = [...jobs].sort((a, b) => b.value - a.value);
  let chosen: readonly Job[] = byValue.slice(0, count);
  for (let round = 0; round < MAX_ROUNDS_PER_CITIZEN * count; round += 1) {
    const change = cheapestChange(chosen, byValue, needs);
    if (change === undefined) break;
    chosen = [...chosen.filter((job) => job !== change.out), change.into];
  }
  return chosen;
}

interface Change {
  readonly out: Job;
  readonly into: Job;
}

/** The change of one job for another that costs the least value for each food or shield less that is missing. */
function cheapestChange(chosen: readonly Job[], jobs: readonly Job[], needs: Needs): Change | undefined {
  const food = total(chosen, outputs.food);
  const shields = total(chosen, outputs.shields);
  const missing = missingOf(needs, food, shields);
  if (missing === 0) return undefined;
  let best: (Change & { readonly price: number }) | undefined;
  const free = jobs.filter((job) => !chosen.includes(job));
  for (const out of chosen) {
    for (const into of free) {
      const more = (output: number) => (into.yields[output] ?? 0) - (out.yields[output] ?? 0);
      const less = missing - missingOf(needs, food + more(outputs.food), shields + more(outputs.shields));
      const price = (out.value - into.value) / less;
      if (less > 0 && (best === undefined || price < best.price)) best = { out, into, price };
    }
  }
  return best;
}

function missingOf(needs: Needs, food: number, shields: number): number {
  return Math.max(0, needs.food - food) + Math.max(0, needs.shields - shields);
}

function total(jobs: readonly Job[], output: number): number {
  return jobs.reduce((sum, { yields }) => sum + (yields[output] ?? 0), 0);
}

function placementOf({ tile: centre }: City, jobs: readonly (Job | undefined)[]): Placement {
  const specialists: number[] = [];
  const tiles = [centre];
  for (const job of jobs) {
    if (job?.tile !== undefined) tiles.push(job.tile);
    if (job?.specialist === undefined) continue;
    while (specialists.length <= job.specialist) specialists.push(0);
    specialists[job.specialist] = (specialists[job.specialist] ?? 0) + 1;
  }
  return { tiles, specialists };
}

function scoreOf({ surplus, disorder }: CityEconomy, weights: readonly number[]): number {
  const plain = surplus.reduce((sum, amount, output) => sum + amount * (weights[output] ?? 0), 0);
  const missing = Math.min(0, surplus[outputs.food] ?? 0) + Math.min(0, surplus[outputs.shields] ?? 0);
  return plain + SHORTAGE_WEIGHT * missing - (disorder ? DISORDER_WEIGHT : 0);
}
