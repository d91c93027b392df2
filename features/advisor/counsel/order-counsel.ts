import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { usableSpecialists } from '../../../proxy/rules/cities/citizens.js';
import {
  type CityBasis,
  type CityEconomy,
  cityBasis,
  cityEconomy,
  currentPlacement,
} from '../../../proxy/rules/cities/city-economy.js';
import { specialistOutput, tileOutput } from '../../../proxy/rules/cities/tile-output.js';
import { displayName } from '../../../proxy/rules/lookup/names.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { isRevolutionEnding } from '../../../proxy/rules/players/government.js';
import type { RealmBasis, RealmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { positionText } from '../text-parts.js';
import { changeWords, pointsOf, weightFrom } from './line-parts.js';
import { calmingRates } from './rates-counsel.js';

type DisorderLine = Extract<CounselLine, { kind: 'disorder' }>;

/** With more cities in disorder, and with more citizens to move in one, rates are the answer. */
const MAX_CITIES = 3;
const MAX_CITIZENS = 3;

/** What ends the disorder that cities are in at the next turn change at the least loss: rates, or citizens made specialists. */
export function orderCounsel(basis: RealmBasis, now: RealmTotals): readonly CounselLine[] {
  const { world, player, cities } = basis;
  const own = world.players.get(player);
  // Cities that would riot as they are may be calm under the next government.
  if (now.disorder.length === 0 || (own !== undefined && isRevolutionEnding(world, own))) return [];
  const rates = calmingRates(basis, now);
  const riotous = cities.filter(({ city }) => now.disorder.includes(city.id));
  const calmed = riotous.length > MAX_CITIES ? [] : riotous.flatMap((one) => calmedCity(world, one) ?? []);
  const isEnough = calmed.length === riotous.length;
  const isCheaper = rates === undefined || sum(calmed, ({ lost }) => lost) < ratesCost(rates);
  if (rates !== undefined && !(isEnough && isCheaper)) return [rates];
  return calmed.map((one) => disorderLine(world, one, now));
}

/** A city in disorder, and its citizens placed so that it is calm. */
interface CalmedCity {
  readonly basis: CityBasis;
  readonly specialist: number;
  /** Indexes of the tiles that citizens leave. */
  readonly tiles: readonly number[];
  readonly before: CityEconomy;
  readonly after: CityEconomy;
  /** Food, shields and trade that the tiles yield. */
  readonly lost: number;
}

/** The poorest tiles are given up first, as few as are enough. */
function calmedCity(world: World, basis: CityBasis): CalmedCity | undefined {
  const { city } = basis;
  const luxury = (one: number) => specialistOutput(world, city, one, outputs.luxury);
  const [specialist] = usableSpecialists(world, city).sort((a, b) => luxury(b) - luxury(a));
  if (specialist === undefined || luxury(specialist) <= 0) return undefined;
  const placement = currentPlacement(world, city);
  const worth = (tile: number) =>
    sum([outputs.food, outputs.shields, outputs.trade], (output) => tileOutput(world, tile, output, city));
  const poorest = placement.tiles.filter((tile) => tile !== city.tile).sort((a, b) => worth(a) - worth(b));
  for (let count = 1; count <= Math.min(MAX_CITIZENS, poorest.length); count += 1) {
    const left = poorest.slice(0, count);
    const tiles = placement.tiles.filter((tile) => !left.includes(tile));
    const specialists = Array.from(
      { length: Math.max(placement.specialists.length, specialist + 1) },
      (_, one) => (placement.specialists[one] ?? 0) + (one === specialist ? count : 0),
    );
    const after = cityEconomy(world, cityBasis(world, city, { tiles, specialists }));
    if (after.disorder) continue;
    return {
      basis,
      specialist,
      tiles: left,
      before: cityEconomy(world, basis),
      after,
      lost: sum(left, worth),
    };
  }
  return undefined;
}

function disorderLine(
  world: World,
  { basis, specialist, tiles, before, after }: CalmedCity,
  now: RealmTotals,
): DisorderLine {
  const { city } = basis;
  const change = (output: number) => ({
    now: before.surplus[output] ?? 0,
    after: after.surplus[output] ?? 0,
  });
  const figures = {
    city_id: city.id,
    leave: tiles.map((tile) => world.map.position(tile)),
    food: change(outputs.food),
    shields: change(outputs.shields),
    bulbs: change(outputs.science),
    gold: change(outputs.gold),
  };
  const { food, shields, bulbs, gold } = figures;
  const places = tiles.map((tile) => positionText(world, tile)).join(' and ');
  const name = displayName(world.ruleset.specialists.get(specialist)?.pluralName ?? 'specialist');
  return {
    kind: 'disorder',
    text: `${nameText(city.name)} riots at the turn change; with ${name} in place of work on ${places} it does not: food ${changeWords(food)}, shields ${changeWords(shields)}, bulbs ${changeWords(bulbs)}, gold ${changeWords(gold)}`,
    weight: weightFrom(pointsOf(after) - pointsOf(before), 0, now),
    figures,
  };
}

function ratesCost({ figures }: Extract<CounselLine, { kind: 'rates' }>): number {
  const { bulbs_per_turn: bulbs, gold_per_turn: gold } = figures;
  return bulbs.now - bulbs.after + (gold.now - gold.after);
}

function sum<T>(things: readonly T[], of: (thing: T) => number): number {
  return things.reduce((total, thing) => total + of(thing), 0);
}
