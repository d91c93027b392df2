import type { BuildingGainFigures } from '#shared/protocol/state/counsel.js';
import type { CityBasis } from '../../../proxy/rules/cities/city-economy.js';
import { type Improvement, isWonder } from '../../../proxy/rules/lookup/cities.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { buildCost } from '../../../proxy/rules/production/build-costs.js';
import { canCityBuildImprovement } from '../../../proxy/rules/production/buildable.js';
import { cityInputs } from '../../../proxy/rules/requirements/nation-effects.js';
import type { World } from '../../../proxy/world/world.js';
import { buildingOutcome } from '../rules/building-outcome.js';
import { HORIZON_TURNS, pointsOf } from './line-parts.js';

/** What a building or wonder would bring in the cities that would make more with it than its upkeep. */
export interface BuildingGain {
  readonly figures: BuildingGainFigures;
  /** Points in all until the horizon, its shields taken off where they come back until then. */
  readonly points: number;
}

/** What a building would bring one city a turn, its upkeep taken off. Lists are by output number. */
export interface CityGain {
  readonly changes: readonly number[];
  readonly content: number;
  readonly points: number;
}

const told = [outputs.food, outputs.shields, outputs.gold, outputs.luxury, outputs.science] as const;

/** Gains that are known, by improvement and city with its buildings. */
export type KnownGains = Map<string, CityGain | undefined>;

/**
 * The gain of an improvement in each of some cities where it brings anything, the most first. `world` may be a supposed world where
 * it can be built. What is in `known` is not computed again.
 */
export function cityGains(
  world: World,
  cities: readonly CityBasis[],
  improvement: Improvement,
  known: KnownGains = new Map(),
): readonly CityGain[] {
  return cities
    .map((basis) => {
      const key = `${improvement.id} ${basis.city.id} ${cityInputs(world, basis.city)}`;
      if (!known.has(key)) known.set(key, gainIn(world, basis, improvement));
      return known.get(key);
    })
    .filter((gain) => gain !== undefined)
    .sort((a, b) => b.points - a.points);
}

/**
 * The gain of an improvement in cities with these gains if it could be begun in this many turns, of each city its own effects only;
 * undefined where it brings nothing. A wonder counts in the one city where it brings most.
 */
export function buildingGain(
  world: World,
  gains: readonly CityGain[],
  improvement: Improvement,
  turns: number,
): BuildingGain | undefined {
  const cost = buildCost(world, { kind: 'VUT_IMPROVEMENT', value: improvement.id, thing: improvement });
  const counted = isWonder(improvement) ? gains.slice(0, 1) : gains;
  if (counted.length === 0) return undefined;
  const sum = (of: (gain: CityGain) => number) => counted.reduce((total, gain) => total + of(gain), 0);
  const [food = 0, shields = 0, gold = 0, luxury = 0, bulbs = 0] = told.map((output) =>
    sum(({ changes }) => changes[output] ?? 0),
  );
  return {
    figures: {
      name: wireNameOf(improvement) ?? improvement.name,
      cities: counted.length,
      cost,
      food,
      shields,
      gold,
      luxury,
      bulbs,
      content: sum(({ content }) => content),
    },
    points: sum(({ points }) => Math.max(0, points * (HORIZON_TURNS - turns) - cost)),
  };
}

function gainIn(world: World, basis: CityBasis, improvement: Improvement): CityGain | undefined {
  if (canCityBuildImprovement(world, basis.city, improvement) !== true) return undefined;
  const { before, after } = buildingOutcome(world, basis, improvement);
  const isPaidByNation = world.game?.goldUpkeepStyle === 'GOLD_UPKEEP_NATION' && !isWonder(improvement);
  const gain = pointsOf(after) - pointsOf(before) - (isPaidByNation ? improvement.upkeep : 0);
  if (gain <= 0) return undefined;
  const troubled = ({ moods }: typeof before) => moods.unhappy + 2 * moods.angry;
  return {
    changes: after.surplus.map((amount, output) => amount - (before.surplus[output] ?? 0)),
    content: troubled(before) - troubled(after),
    points: gain,
  };
}

/** `Library: bulbs +6 in 5 cities, 90 shields each`. */
export function gainWords(improvement: Improvement, { figures }: BuildingGain): string {
  const { cities, cost, name: _name, ...changes } = figures;
  const words = Object.entries(changes).flatMap(([what, amount]) =>
    amount === 0 ? [] : [`${what} ${amount > 0 ? '+' : ''}${amount}`],
  );
  const each = cities === 1 ? '' : ' each';
  return `${displayName(improvement.name)}: ${words.join(', ')} in ${cities === 1 ? 'one city' : `${cities} cities`}, ${cost} shields${each}`;
}
