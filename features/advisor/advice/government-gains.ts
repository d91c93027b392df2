import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { TurnsCache } from '../../../proxy/rules/lookup/turns-cache.js';
import { type OutputWorth, outputWorth } from '../../../proxy/rules/players/output-worth.js';
import {
  anarchyTurns,
  type ReachableGovernment,
  reachableGovernments,
} from '../../../proxy/rules/players/reachable-governments.js';
import { currentRates, lastingInputs, type RealmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import { turnsAhead } from '../production/nation-needs.js';
import { bestRates, growsByCelebration, type RatesWorth } from '../rules/best-rates.js';
import { governmentForecast } from '../rules/government-forecast.js';

/** Turns that cities continue to grow by celebration. */
const CELEBRATION_TURNS = 8;
/**
 * A revolution must bring at least this share of the present output: a smaller gain may be gone when it is over. More where
 * cities can no longer grow by celebration, which the forecast does not count for long.
 */
const MIN_GAIN_SHARES = { usual: 0.1, withoutGrowth: 0.4 } as const;
/** Turns for which what governments would bring is kept: a revolution is weighed over many more. */
const KEPT_TURNS = 3;
/** Turns of anarchy where the server does not tell. */
const USUAL_ANARCHY_TURNS = 3;
/** Points for the first other government, and for one under which the cities of a nation of some size grow by celebration. */
const PROMISE_POINTS = { first: 30, growth: 15 } as const;
const MIN_CITIES_TO_CELEBRATE = 8;
/** Turns before the end of the game in which a technology promises no government: anarchy would take too many of them. */
const TOO_LATE_TURNS = 15;

/** The best rates under the present government, and what they bring. */
interface PresentRates {
  readonly best: RatesWorth;
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

const kept = new TurnsCache<readonly GovernmentGain[]>(KEPT_TURNS);

/**
 * What governments within reach would bring at the rates that are best for each; none in a revolution. A revolution is weighed
 * over many turns: it is computed every third turn, and where a technology or the government has changed.
 */
export function governmentGains(basis: RealmBasis, rates: PresentRates): readonly GovernmentGain[] {
  return kept.of(basis.world, lastingInputs(basis), () => gainsOf(basis, rates));
}

function gainsOf(basis: RealmBasis, { best: now }: PresentRates): readonly GovernmentGain[] {
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
  const grows = (government: number) => growsByCelebration(world, player, government);
  const growsNow = grows(own.government);
  return reachableGovernments(world).map((reachable) => {
    // A promise: with the longest anarchy, too, it must pay before the end.
    const turns = Math.max(0, ahead - (reachable.turns ?? ahead) - (told?.max ?? anarchy));
    // A government that comes too late brings nothing: its forecast is not needed.
    if (turns === 0) return { reachable, gain: 0, anarchy, cost, points: -cost };
    const then = under(reachable.government.id);
    const losesGrowth = growsNow && !grows(reachable.government.id);
    const least = losesGrowth ? MIN_GAIN_SHARES.withoutGrowth : MIN_GAIN_SHARES.usual;
    const celebrated = then.byCelebration - now.byCelebration;
    const gain = then.points - now.points - celebrated - least * Math.abs(now.points);
    const points = gain * turns + celebrated * Math.min(turns, CELEBRATION_TURNS) - cost;
    return { reachable, gain, anarchy, cost, points };
  });
}

function bestOfRates(basis: RealmBasis, worth: OutputWorth): RatesWorth {
  return bestRates(basis, worth, currentRates(basis.world, basis.player)).best;
}

/**
 * Points for a technology that brings the first other government, or one under which celebrating cities grow. Its forecast knows only
 * the cities of today.
 */
export function governmentPromise(
  { world, player, cities }: RealmBasis,
  governments: readonly GovernmentGain[],
  tech: number,
): number {
  const brought = governments.filter(({ reachable }) => reachable.tech === tech);
  if (brought.length === 0 || turnsLeft(world) < TOO_LATE_TURNS) return 0;
  const isFirst = governments.every(({ reachable }) => reachable.tech !== undefined);
  const present = world.players.get(player)?.government ?? -1;
  const isGrowth =
    cities.length >= MIN_CITIES_TO_CELEBRATE &&
    !growsByCelebration(world, player, present) &&
    brought.some(({ reachable }) => growsByCelebration(world, player, reachable.government.id));
  return (isFirst ? PROMISE_POINTS.first : 0) + (isGrowth ? PROMISE_POINTS.growth : 0);
}
