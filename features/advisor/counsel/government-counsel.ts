import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { TurnsCache } from '../../../proxy/rules/lookup/turns-cache.js';
import {
  anarchyTurns,
  type ReachableGovernment,
  reachableGovernments,
} from '../../../proxy/rules/players/reachable-governments.js';
import {
  calmRates,
  currentRates,
  lastingInputs,
  type RealmBasis,
  type RealmTotals,
} from '../../../proxy/rules/players/realm-forecast.js';
import { governmentForecast } from '../rules/government-forecast.js';
import { turnsText } from '../text-parts.js';
import { changeWords, weightFrom } from './line-parts.js';

type GovernmentLine = Extract<CounselLine, { kind: 'government' }>;

/** Governments that take more turns of research than this are not spoken of. */
const MAX_RESEARCH_TURNS = 20;
/** A revolution that weighs less is not spoken of. */
const MIN_WEIGHT = 3;
const MAX_LINES = 2;
/** Turns for which the forecast under a government is kept, beside what the realm made when it was made. */
const KEPT_TURNS = 3;

/** By the number of a government. */
const kept = new TurnsCache<Map<number, ForecastFigures>>(KEPT_TURNS);

/** Governments within reach that would make more of the realm than the present one, the best first; at most two. */
export function governmentCounsel(basis: RealmBasis, now: RealmTotals): readonly CounselLine[] {
  const { world, player } = basis;
  const own = world.players.get(player);
  if (
    own === undefined ||
    own.government === world.game?.governmentDuringRevolutionId ||
    own.revolutionFinishes > 0
  )
    return [];
  const lines = reachableGovernments(world)
    .filter(({ turns }) => turns !== undefined && turns <= MAX_RESEARCH_TURNS)
    .map((reachable) => governmentLine(basis, now, reachable))
    .filter(({ weight }) => weight >= MIN_WEIGHT)
    .sort((a, b) => b.weight - a.weight);
  return lines.slice(0, MAX_LINES);
}

/** What a government within reach would make of a realm, with the figures of the present one in `now`. */
export function governmentLine(
  basis: RealmBasis,
  now: RealmTotals,
  reachable: ReachableGovernment,
): GovernmentLine {
  const { world } = basis;
  const figures = governmentFigures(basis, now, reachable);
  const { food, shields, bulbs_per_turn: bulbs, gold_per_turn: gold } = figures;
  // Trade counts as what it becomes: luxury that keeps cities calm brings nothing.
  const gain = [food, shields, bulbs, gold].reduce((sum, { now: before, after }) => sum + after - before, 0);
  const { turns, anarchy } = figures;
  const delay = (turns ?? MAX_RESEARCH_TURNS) + (anarchy === null ? 0 : (anarchy.min + anarchy.max) / 2);
  return {
    kind: 'government',
    text: governmentWords(displayName(reachable.government.name), techTitle(world, reachable.tech), figures),
    weight: figures.disorder.after > figures.disorder.now ? 0 : weightFrom(gain, delay, now),
    figures,
  };
}

function techTitle(world: RealmBasis['world'], tech: number | undefined): string | undefined {
  const thing = tech === undefined ? undefined : world.ruleset.techs.get(tech);
  return thing === undefined ? undefined : displayName(thing.name);
}

/** The figures of a realm under a government within reach. */
function governmentFigures(
  basis: RealmBasis,
  now: RealmTotals,
  { government, tech, bulbs, turns }: ReachableGovernment,
): GovernmentLine['figures'] {
  const { world, player } = basis;
  const cities = basis.cities.map(({ city }) => city.id);
  const inputs = [...lastingInputs(basis), ...Object.values(currentRates(world, player)), ...cities];
  const forecasts = kept.of(world, inputs, () => new Map<number, ForecastFigures>());
  const forecast = forecasts.get(government.id) ?? forecastFigures(basis, now, government.id);
  forecasts.set(government.id, forecast);
  return {
    government: wireNameOf(government) ?? government.name,
    tech: tech === undefined ? null : wireNameOf(world.ruleset.techs.get(tech)),
    bulbs,
    turns: turns ?? null,
    anarchy: anarchyTurns(world) ?? null,
    ...forecast,
  };
}

/** What the realm makes now and under a government. */
type ForecastFigures = Omit<GovernmentLine['figures'], 'government' | 'tech' | 'bulbs' | 'turns' | 'anarchy'>;

/** The realm under another government, with as much luxury as keeps its cities calm. */
function forecastFigures(
  { world, player }: RealmBasis,
  now: RealmTotals,
  government: number,
): ForecastFigures {
  const { rates, totals } = calmRates(governmentForecast(world, player, government));
  const change = (of: (totals: RealmTotals) => number) => ({ now: of(now), after: of(totals) });
  return {
    trade: change(({ trade }) => trade),
    corruption: change(({ corruption }) => corruption),
    bulbs_per_turn: change((made) => made.bulbs),
    gold_per_turn: change(({ gold }) => gold),
    shields: change(({ shields }) => shields),
    unit_shields: change(({ unitShields }) => unitShields),
    food: change(({ food }) => food),
    luxury_percent: { now: currentRates(world, player).luxury, after: rates.luxury },
    disorder: change(({ disorder }) => disorder.length),
  };
}

/** `Republic (needs The Republic: 146 bulbs, 6 turns): trade 36 to 99, ...`. */
function governmentWords(name: string, tech: string | undefined, figures: GovernmentLine['figures']): string {
  const { anarchy, disorder, luxury_percent: luxury } = figures;
  const turns = figures.turns === null ? 'no research now' : turnsText(figures.turns);
  const needs = tech === undefined ? 'possible now' : `needs ${tech}: ${figures.bulbs} bulbs, ${turns}`;
  const length = anarchy === null ? undefined : anarchyWords(anarchy);
  return [
    `${name} (${needs}): trade ${changeWords(figures.trade)}`,
    `bulbs ${changeWords(figures.bulbs_per_turn)}`,
    `gold ${changeWords(figures.gold_per_turn)}`,
    `shields ${changeWords(figures.shields)}`,
    luxury.after === luxury.now ? undefined : `luxury ${luxury.after}%`,
    disorder.after === 0 ? undefined : `${disorder.after} cities in disorder`,
    length,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

function anarchyWords({ min, max }: { readonly min: number; readonly max: number }): string {
  if (max === 0) return 'no anarchy';
  return `${min === max ? turnsText(max) : `${min} to ${max} turns`} of anarchy first`;
}
