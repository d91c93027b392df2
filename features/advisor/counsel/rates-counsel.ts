import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { RATE_STEP_PERCENT, type Rates } from '../../../proxy/rules/players/government.js';
import {
  calmRates,
  currentRates,
  luxurySteps,
  type RealmBasis,
  type RealmTotals,
  realmTotals,
} from '../../../proxy/rules/players/realm-forecast.js';
import { effectValue } from '../../../proxy/rules/requirements/effects.js';
import { cityContext } from '../../../proxy/rules/requirements/requirement.js';
import { changeWords, pointsOf, weightFrom } from './line-parts.js';

/** Whether the rates of a player can be set now: the ruleset lets it, and there is no anarchy. */
function areRatesOpen({ world, player }: RealmBasis): boolean {
  const isAnarchy = world.players.get(player)?.government === world.game?.governmentDuringRevolutionId;
  return world.game?.changableTax !== false && !isAnarchy;
}

/** The rates with the least luxury that end disorder in the most cities; undefined where rates end none. */
export function calmingRates(basis: RealmBasis, now: RealmTotals): RatesLine | undefined {
  if (now.disorder.length === 0 || !areRatesOpen(basis)) return undefined;
  const { rates, totals } = calmRates(basis);
  const ended = now.disorder.filter((id) => !totals.disorder.includes(id));
  if (ended.length === 0 || totals.disorder.length >= now.disorder.length) return undefined;
  const line = ratesLine(now, rates, totals);
  const gain = basis.cities
    .filter(({ city }) => ended.includes(city.id))
    .reduce(
      (sum, one) =>
        sum + pointsOf(cityEconomy(basis.world, one, rates)) - pointsOf(cityEconomy(basis.world, one)),
      0,
    );
  return {
    ...line,
    text: `${ratesWords(rates)} ends disorder in ${ended.length} of ${now.disorder.length} cities: ${cost(line.figures)}`,
    weight: weightFrom(gain, 0, now),
  };
}

/**
 * The least luxury at which half of the cities celebrate, where none is in disorder and celebration makes cities grow
 * (`EFT_RAPTURE_GROW`).
 */
export function celebrationCounsel(basis: RealmBasis, now: RealmTotals): readonly CounselLine[] {
  if (now.disorder.length > 0 || !areRatesOpen(basis)) return [];
  const { world, player, cities } = basis;
  const grows = cities.filter(({ city }) => effectValue(world, 'EFT_RAPTURE_GROW', cityContext(city)) > 0);
  if (grows.length === 0) return [];
  const { luxury } = currentRates(world, player);
  for (const rates of luxurySteps(world, player, luxury + RATE_STEP_PERCENT)) {
    const totals = realmTotals(basis, rates);
    const more = totals.celebrating.length - now.celebrating.length;
    if (more <= 0 || 2 * totals.celebrating.length < cities.length) continue;
    const line = ratesLine(now, rates, totals);
    const text = `${ratesWords(rates)}: ${totals.celebrating.length} of ${cities.length} cities celebrate; each then grows by one citizen a turn while it has food to spare: ${cost(line.figures)}`;
    // What a citizen makes on average, for each city that grows by one.
    const citizens = cities.reduce((sum, { city }) => sum + city.size, 0);
    return [{ ...line, text, weight: weightFrom((more * now.made) / Math.max(1, citizens), 1, now) }];
  }
  return [];
}

type RatesLine = Extract<CounselLine, { kind: 'rates' }>;

function ratesLine(now: RealmTotals, rates: Rates, then: RealmTotals): Omit<RatesLine, 'text' | 'weight'> {
  const change = (of: (totals: RealmTotals) => number) => ({ now: of(now), after: of(then) });
  return {
    kind: 'rates',
    figures: {
      ...rates,
      disorder: change(({ disorder }) => disorder.length),
      celebrating: change((totals) => totals.celebrating.length),
      bulbs_per_turn: change(({ bulbs }) => bulbs),
      gold_per_turn: change(({ gold }) => gold),
    },
  };
}

function ratesWords({ tax, luxury, science }: Rates): string {
  return `rates ${tax}/${luxury}/${science} (tax/luxury/science)`;
}

function cost({ bulbs_per_turn: bulbs, gold_per_turn: gold }: RatesLine['figures']): string {
  return `bulbs ${changeWords(bulbs)}, gold ${changeWords(gold)}`;
}
