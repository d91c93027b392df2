import type { Advice } from '#shared/protocol/state/brief.js';
import { bestRates, type RatesWorth } from '../../rules/players/best-rates.js';
import { outputWorth } from '../../rules/players/output-worth.js';
import { currentRates, type RealmBasis } from '../../rules/players/realm-forecast.js';
import { changeWords } from '../counsel/line-parts.js';

/** Better rates than the present ones must bring so many points of score more a turn; less is noise. */
const MIN_GAIN_POINTS = 0.1;

/** Rates that are worth more than the present ones: bulbs, gold, order, and citizens by celebration. */
export function ratesOrder(basis: RealmBasis): readonly Advice[] {
  const { world, player } = basis;
  const own = world.players.get(player);
  const { changableTax, governmentDuringRevolutionId: anarchy } = world.game ?? {};
  if (own === undefined || changableTax === false || own.government === anarchy) return [];
  const { best, now } = bestRates(basis, outputWorth(world), currentRates(world, player));
  if (best.points < now.points + MIN_GAIN_POINTS) return [];
  const { tax, luxury, science } = best.rates;
  return [{ do: { action_type: 'player_rates', tax, luxury, science }, why: ratesWords(now, best) }];
}

/** `bulbs 12 to 30, gold 8 to 2, cities that grow by celebration 0 to 5`. */
function ratesWords(now: RatesWorth, best: RatesWorth): string {
  const change = (name: string, of: (one: RatesWorth) => number) => {
    const [before, after] = [of(now), of(best)];
    return before === after ? [] : [`${name} ${changeWords({ now: before, after })}`];
  };
  return [
    ...change('bulbs', ({ totals }) => totals.bulbs),
    ...change('gold', ({ totals }) => totals.gold),
    ...change('cities in disorder', ({ totals }) => totals.disorder.length),
    ...change('cities that grow by celebration', ({ growing }) => growing.length),
  ].join(', ');
}
