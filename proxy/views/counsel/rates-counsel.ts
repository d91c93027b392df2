import type { CounselLine } from '#shared/protocol/state/counsel.js';
import type { Rates } from '../../rules/players/government.js';
import {
  calmRates,
  currentRates,
  luxurySteps,
  type RealmBasis,
  type RealmTotals,
  realmTotals,
} from '../../rules/players/realm-forecast.js';
import { effectValue } from '../../rules/requirements/effects.js';
import { cityContext } from '../../rules/requirements/requirement.js';
import { changeWords, percentOf } from './wording.js';

/** Rates that end disorder; where no city is in disorder, rates at which at least half of the cities celebrate. */
export function ratesCounsel(basis: RealmBasis): readonly CounselLine[] {
  const { world, player } = basis;
  const isFixed = world.game?.changableTax === false;
  if (isFixed || world.players.get(player)?.government === world.game?.governmentDuringRevolutionId)
    return [];
  const now = realmTotals(basis);
  return now.disorder.length > 0 ? calming(basis, now) : celebrating(basis, now);
}

function calming(basis: RealmBasis, now: RealmTotals): readonly CounselLine[] {
  const { rates, totals } = calmRates(basis);
  const ended = now.disorder.length - totals.disorder.length;
  if (ended <= 0) return [];
  const line = ratesLine(now, rates, totals);
  return [
    {
      ...line,
      text: `${ratesWords(rates)} ends disorder in ${ended} of ${now.disorder.length} cities: ${cost(line.figures)}`,
      weight: Math.max(20, percentOf(ended, basis.cities.length)),
    },
  ];
}

/** The least luxury at which half of the cities celebrate, where celebration makes cities grow (`EFT_RAPTURE_GROW`). */
function celebrating(basis: RealmBasis, now: RealmTotals): readonly CounselLine[] {
  const { world, player, cities } = basis;
  const grows = cities.filter(({ city }) => effectValue(world, 'EFT_RAPTURE_GROW', cityContext(city)) > 0);
  if (grows.length === 0) return [];
  for (const rates of luxurySteps(world, player, currentRates(world, player).luxury + 10)) {
    const totals = realmTotals(basis, rates);
    const more = totals.celebrating.length - now.celebrating.length;
    if (more <= 0 || 2 * totals.celebrating.length < cities.length) continue;
    const line = ratesLine(now, rates, totals);
    const text = `${ratesWords(rates)}: ${totals.celebrating.length} of ${cities.length} cities celebrate; each then grows by one citizen a turn while it has food to spare: ${cost(line.figures)}`;
    return [{ ...line, text, weight: percentOf(more, now.food + now.trade + now.shields) }];
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
