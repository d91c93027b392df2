import type { Advice } from '#shared/protocol/state/brief.js';
import { outputWorth } from '../../../proxy/rules/players/output-worth.js';
import { currentRates, type RealmBasis, realmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { nextPart } from '../../../proxy/rules/players/spaceship.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { governmentLine } from '../counsel/government-counsel.js';
import { changeWords } from '../counsel/line-parts.js';
import { turnsAhead } from '../production/nation-needs.js';
import { bestRates, growsByCelebration, type RatesWorth } from '../rules/best-rates.js';
import { spaceRace } from '../rules/space-race.js';
import { type GovernmentGain, governmentGains } from './government-gains.js';

/**
 * The government that can be had now and brings more than the turns of anarchy cost. Where a better one will be known
 * soon, only what one brings until then counts.
 */
export function governmentOrder(basis: RealmBasis, rates: RatesOutlook): readonly Advice[] {
  const gains = governmentGains(basis, rates);
  const best = bestOf(gains, ({ points }) => points);
  if (best === undefined || best.points <= 0) return [];
  const until = best.reachable.turns ?? turnsAhead(basis.world);
  const worthNow = ({ gain, cost }: GovernmentGain) => gain * Math.max(0, until - best.anarchy) - cost;
  const isOpen = ({ reachable }: GovernmentGain) => reachable.tech === undefined;
  const chosen = isOpen(best) ? best : bestOf(gains.filter(isOpen), worthNow);
  if (chosen === undefined || (chosen !== best && worthNow(chosen) <= 0)) return [];
  const { figures, text } = governmentLine(basis, realmTotals(basis), chosen.reachable);
  const { world, player } = basis;
  const grows = (government = -1) => growsByCelebration(world, player, government);
  const isGrowth = grows(chosen.reachable.government.id) && !grows(world.players.get(player)?.government);
  const why = isGrowth ? `${text}; cities that celebrate then grow` : text;
  return [{ do: { action_type: 'player_government', target: figures.government }, why }];
}

function bestOf(
  gains: readonly GovernmentGain[],
  worth: (gain: GovernmentGain) => number,
): GovernmentGain | undefined {
  return gains.reduce<GovernmentGain | undefined>(
    (best, one) => (best === undefined || worth(one) > worth(best) ? one : best),
    undefined,
  );
}

/** What the best rates would bring, and what the present ones bring. */
export type RatesOutlook = ReturnType<typeof bestRates>;

/** The rates of a realm that are worth most. */
export function ratesOutlook(basis: RealmBasis): RatesOutlook {
  const { world, player } = basis;
  return bestRates(basis, outputWorth(world), currentRates(world, player));
}

/** Better rates than the present ones must bring this many points of score more a turn; less is noise. */
const MIN_GAIN_POINTS = 0.1;

/** Rates that are worth more than the present ones: bulbs, gold, order, and citizens by celebration. */
export function ratesOrder({ world, player }: RealmBasis, { best, now }: RatesOutlook): readonly Advice[] {
  const own = world.players.get(player);
  const { changableTax, governmentDuringRevolutionId: anarchy } = world.game ?? {};
  if (own === undefined || changableTax === false || own.government === anarchy) return [];
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

/** Advice to place the parts of the spaceship, or to launch it when more parts would make the arrival no earlier. */
export function spaceOrders(world: World): readonly Advice[] {
  const ship = world.spaceships.get(world.seat.player ?? -1);
  if (ship?.sshipState !== 'SSHIP_STARTED') return [];
  if (nextPart(ship) !== undefined)
    return [{ do: { action_type: 'spaceship_place' }, why: 'parts of the spaceship are not placed yet' }];
  const race = spaceRace(world);
  if (race?.step !== 'launch' || race.capital === undefined) return [];
  const why = `it arrives at the end of turn ${turnOf(world) + race.flightTurns}; more parts make it no earlier`;
  return [{ do: { action_type: 'spaceship_launch' }, why }];
}
