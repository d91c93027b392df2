import type { ProductionAdvice } from '#shared/protocol/state/summaries.js';
import { isGreatWonder } from '../../../proxy/rules/lookup/cities.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { VersionCache } from '../../../proxy/rules/lookup/version-cache.js';
import { shieldsATurn, shieldTurns, stockAfterChange } from '../../../proxy/rules/production/build-costs.js';
import { canBuild, canChangeProduction } from '../../../proxy/rules/production/build-targets.js';
import { isEndless, productionOf } from '../../../proxy/rules/production/target.js';
import { cityView } from '../../../proxy/views/entities/city-view.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { settlingOutlook } from '../settling/settling.js';
import { type Situation, situationOf } from '../situation.js';
import { endangeredCities, threats } from '../threats/threats.js';
import { type BuildOption, buildOptions } from './build-options.js';
import { buildingChoices, coinageChoice, spaceChoices } from './building-choices.js';
import { choiceInputs } from './choice-inputs.js';
import { guardChoice } from './guard-choices.js';
import {
  BRIEF_TURNS,
  isBuilding,
  MAX_BUILD_TURNS,
  type NationNeeds,
  nationNeeds,
  type ProductionChoice,
  takeChoice,
} from './nation-needs.js';
import { countedUnitChoice, helperChoice, settlersChoice, workersChoice } from './unit-choices.js';
import { wonderChoices } from './wonder-choices.js';

/** So near to its end it is better to let a city finish what it builds. */
const NEARLY_DONE = 3;
/** The present production continues unless something else is worth this much more a turn. */
const CHANGE_FACTOR = 1.3;
/** Turns by which settlers may wait for citizens before something else is built first. */
const IDLE_TURNS = 2;

/** What a city should build. */
export interface CityChoice {
  readonly city: City;
  readonly choice: ProductionChoice;
}

/** Advice for those own cities that should build something else, by city id. */
export function productionAdvice(situation: Situation): ReadonlyMap<number, ProductionAdvice> {
  const advice = new Map<number, ProductionAdvice>();
  for (const { city, choice } of productionChoices(situation)) {
    const build = wireNameOf(choice.target.thing);
    if (build === null || isBuilding(city, choice.target) || isMereGold(city, choice)) continue;
    advice.set(city.id, { build, why: choice.why });
  }
  return advice;
}

/** Gold in place of a building that brings little: too little to be said of each city of a large nation. */
export function isMereGold({ detail }: City, { target }: ProductionChoice): boolean {
  return isEndless(target) && detail?.productionKind === 'VUT_IMPROVEMENT';
}

const kept = new VersionCache<readonly CityChoice[]>((world) => world, choicesIn, choiceInputs);

/**
 * What own cities should build, those with the most shields first; what one builds is no longer wanted from the next.
 * Computed anew where something that they depend on has changed.
 */
export function productionChoices({ world }: Situation): readonly CityChoice[] {
  return kept.of(world);
}

function choicesIn(world: World): readonly CityChoice[] {
  const situation = situationOf(world);
  const { sites } = settlingOutlook(situation);
  const needs = nationNeeds(situation, sites, endangeredCities(threats(situation)));
  const cities = situation.cities.filter((city) => canChangeProduction(city) === true);
  return cities
    .toSorted((a, b) => shieldsATurn(b) - shieldsATurn(a))
    .flatMap((city) => {
      const choice = choiceFor(situation, city, needs);
      if (choice === undefined) return [];
      takeChoice(situation, city, choice, needs);
      return [{ city, choice }];
    });
}

/** What is worth most a turn until it is there; what the city builds now, where that is nearly as good. */
function choiceFor(situation: Situation, city: City, needs: NationNeeds): ProductionChoice | undefined {
  const choices = choicesOf(situation, city, needs, buildOptions(situation, city));
  const best = bestOf(choices);
  const present = choices.find(({ target }) => isBuilding(city, target));
  if (best === undefined || best === present) return best;
  if (present !== undefined && pointsATurn(best) < CHANGE_FACTOR * pointsATurn(present)) return present;
  return mayGoOn(situation, city, best, needs) ? undefined : best;
}

function choicesOf(
  situation: Situation,
  city: City,
  needs: NationNeeds,
  all: readonly BuildOption[],
): readonly ProductionChoice[] {
  const within = Math.min(MAX_BUILD_TURNS, needs.turnsAhead);
  const options = all.filter(({ turns }) => turns <= within);
  const settlers = settlersChoice(situation, city, needs, all);
  const guard = guardChoice(situation, city, needs, options);
  if (guard?.isFirst === true) return [guard];
  const others = [
    guard,
    workersChoice(situation, needs, options),
    helperChoice(situation, city, needs, options),
    countedUnitChoice(needs, options),
    ...buildingChoices(situation, city, needs, all),
    ...spaceChoices(situation, city, needs, options),
  ].filter((one) => one !== undefined);
  // While settlers would wait for citizens, what is built in that time costs nothing.
  const made = settlers && shieldTurns(situation.world, city, settlers.target);
  const idle = settlers === undefined ? 0 : settlers.soonest - (made ?? 0) - IDLE_TURNS;
  const first = others.filter(({ turns }) => turns <= idle);
  if (first.length > 0) return first;
  const coinage = coinageChoice(situation, city, needs);
  return [
    ...others,
    ...(settlers === undefined ? [] : [settlers]),
    ...wonderChoices(situation, city, needs, all),
    ...(coinage === undefined ? [] : [coinage]),
  ];
}

function bestOf(choices: readonly ProductionChoice[]): ProductionChoice | undefined {
  return choices.toSorted((a, b) => pointsATurn(b) - pointsATurn(a))[0];
}

/** Points of score for each turn until something is there. */
export function pointsATurn({ points, turns }: ProductionChoice): number {
  return points / Math.max(1, turns);
}

/**
 * Whether a city keeps building what it builds: something nearly done that a change would lose, or a wonder. Not when the city is in
 * danger, the game ends before it is finished, or the city cannot build it any more.
 */
function mayGoOn(
  { world }: Situation,
  city: City,
  { target, isFirst = false }: ProductionChoice,
  { endangered, turnsAhead }: NationNeeds,
): boolean {
  const { detail } = city;
  const turns = cityView(world, city).production_turns;
  if (detail === undefined || turns == null || turns > turnsAhead || endangered.has(city.id)) return false;
  const present = productionOf(world, city);
  if (present !== undefined && canBuild(world, city, present) === false) return false;
  // An urgent guard waits only for settlers that are nearly finished.
  const isFounder = present?.kind === 'VUT_UTYPE' && present.thing.popCost > 0;
  if (isFirst && isFounder) return turns <= BRIEF_TURNS;
  if (stockAfterChange(world, city, target) >= detail.shieldStock) return false;
  return turns <= NEARLY_DONE || (present?.kind === 'VUT_IMPROVEMENT' && isGreatWonder(present.thing));
}
