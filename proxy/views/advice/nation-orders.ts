import type { Advice } from '#shared/protocol/state/brief.js';
import { areSame } from '../../rules/cities/basis-inputs.js';
import { researchOf } from '../../rules/lookup/players.js';
import { bestRates, growsByCelebration, type RatesWorth } from '../../rules/players/best-rates.js';
import { canGiveClause } from '../../rules/players/diplomacy.js';
import { governmentForecast } from '../../rules/players/government-forecast.js';
import { type OutputWorth, outputWorth } from '../../rules/players/output-worth.js';
import {
  anarchyTurns,
  type ReachableGovernment,
  reachableGovernments,
} from '../../rules/players/reachable-governments.js';
import { currentRates, type RealmBasis, realmTotals } from '../../rules/players/realm-forecast.js';
import { isWhole, turnOf, type World } from '../../world/world.js';
import { governmentLine } from '../counsel/government-counsel.js';
import { changeWords } from '../counsel/line-parts.js';
import { treatyView } from '../entities/nation-view.js';
import { turnsAhead } from '../production/nation-needs.js';

/** What may be agreed without giving anything away: allies trade embassies and technologies for less. */
const FRIENDLY: ReadonlySet<string> = new Set(['ceasefire', 'peace', 'embassy', 'alliance']);
/** Turns that cities continue to grow by celebration. */
const CELEBRATION_TURNS = 8;
/**
 * A revolution must bring at least this share of the present output: a smaller gain may be gone when it is over. More where cities grow
 * by celebration now, which the forecast does not count for long.
 */
const MIN_GAIN_SHARES = { usual: 0.1, celebrating: 0.4 } as const;
/** Turns of anarchy where the server does not tell. */
const USUAL_ANARCHY_TURNS = 3;

/** Treaties on the table that cost nothing. */
export function treatyOrders(world: World): readonly Advice[] {
  return [...world.treaties.values()].flatMap((treaty) => {
    const {
      player_id: id,
      clauses,
      i_accepted: isAccepted,
      other_accepted: isOffered,
    } = treatyView(world, treaty);
    const isFree = clauses.every(({ giver, type }) => FRIENDLY.has(type) || giver === id);
    const isPossible = treaty.clauses.every((clause) => canGiveClause(world, id, clause) !== false);
    if (isAccepted || !isOffered || clauses.length === 0 || !isFree || !isPossible) return [];
    const isAlliance = clauses.some(({ type }) => type === 'alliance');
    const why = isAlliance ? 'allies trade for less, and stand by each other in war' : 'it costs nothing';
    return [{ do: { action_type: 'treaty_accept', target: { id }, accepted: true }, why }];
  });
}

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
  return [{ do: { action_type: 'player_government', target: figures.government }, why: text }];
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

/** A government and what it would bring until the end of what is foreseen, in points of score. */
export interface GovernmentGain {
  readonly reachable: ReachableGovernment;
  /** What it makes more a turn, celebration left out; 0 where it comes too late to pay. */
  readonly gain: number;
  /** Turns of anarchy, and what they cost. */
  readonly anarchy: number;
  readonly cost: number;
  /** What it brings in all; not more than 0 where it does not pay. */
  readonly points: number;
}

/** Gains with their inputs. */
interface KeptGains {
  readonly inputs: readonly unknown[];
  readonly gains: readonly GovernmentGain[];
}

const keptGains = new WeakMap<World['tiles'], KeptGains>();

/**
 * What governments within reach would bring at the rates that are best for each; none in a revolution. A revolution is weighed
 * over many turns: it is computed once a turn, and again where a city, a technology or the government has changed.
 */
export function governmentGains(basis: RealmBasis, rates: RatesOutlook): readonly GovernmentGain[] {
  const { tiles } = basis.world;
  const inputs = inputsOf(basis);
  const kept = keptGains.get(tiles);
  if (kept !== undefined && areSame(kept.inputs, inputs)) return kept.gains;
  const gains = gainsOf(basis, rates);
  if (isWhole(basis.world)) keptGains.set(tiles, { inputs, gains });
  return gains;
}

function inputsOf({ world, player, cities }: RealmBasis): readonly unknown[] {
  const { government, revolutionFinishes } = world.players.get(player) ?? {};
  const { inventions } = researchOf(world, player) ?? {};
  const own = cities.map(({ city }) => city.id);
  return [player, turnOf(world), government, revolutionFinishes, inventions, ...own];
}

function gainsOf(basis: RealmBasis, { best: now }: RatesOutlook): readonly GovernmentGain[] {
  const { world, player } = basis;
  const own = world.players.get(player);
  const { governmentDuringRevolutionId: during } = world.game ?? {};
  if (own === undefined || during === undefined || own.revolutionFinishes > 0 || own.government === during)
    return [];
  const worth = outputWorth(world);
  const under = (government: number) => bestOfRates(governmentForecast(world, player, government), worth);
  const told = anarchyTurns(world);
  const anarchy = told === undefined ? USUAL_ANARCHY_TURNS : (told.min + told.max) / 2;
  const cost = Math.max(0, now.points - under(during).points) * anarchy;
  const ahead = turnsAhead(world);
  const least = growsByCelebration(world, player, own.government)
    ? MIN_GAIN_SHARES.celebrating
    : MIN_GAIN_SHARES.usual;
  return reachableGovernments(world).map((reachable) => {
    // A promise: with the longest anarchy, too, it must pay before the end.
    const turns = Math.max(0, ahead - (reachable.turns ?? ahead) - (told?.max ?? anarchy));
    // A government that comes too late brings nothing: its forecast is not needed.
    if (turns === 0) return { reachable, gain: 0, anarchy, cost, points: -cost };
    const then = under(reachable.government.id);
    const celebrated = then.byCelebration - now.byCelebration;
    const gain = then.points - now.points - celebrated - least * Math.abs(now.points);
    const points = gain * turns + celebrated * Math.min(turns, CELEBRATION_TURNS) - cost;
    return { reachable, gain, anarchy, cost, points };
  });
}

/** What the best rates would bring, and what the present ones bring. */
export type RatesOutlook = ReturnType<typeof bestRates>;

/** The rates of a realm that are worth most. */
export function ratesOutlook(basis: RealmBasis): RatesOutlook {
  const { world, player } = basis;
  return bestRates(basis, outputWorth(world), currentRates(world, player));
}

function bestOfRates(basis: RealmBasis, worth: OutputWorth): RatesWorth {
  return bestRates(basis, worth, currentRates(basis.world, basis.player)).best;
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
