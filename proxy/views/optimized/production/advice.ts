import type { ProductionAdvice } from '#shared/protocol/state/briefs.js';
import type { Threat } from '#shared/protocol/state/prospects.js';
import { isGreatWonder } from '../../../rules/lookup/cities.js';
import { stockAfterChange } from '../../../rules/production/build-costs.js';
import { canChangeProduction } from '../../../rules/production/build-targets.js';
import type { Target } from '../../../rules/production/target.js';
import type { City } from '../../../world/city.js';
import { cityView } from '../../entities/city-view.js';
import { wireNameOf } from '../../entities/wire-values.js';
import type { Site } from '../settling.js';
import type { Situation } from '../situation.js';
import { buildOptions } from './build-options.js';
import { chooseBuilding, chooseCoinage, chooseWonder } from './building-choices.js';
import { MAX_BUILD_TURNS, type NationNeeds, nationNeeds, type ProductionChoice } from './nation-needs.js';
import { chooseGuard, chooseSettlers, chooseWorkers } from './unit-choices.js';

/** So near to its end it is better to let a city finish what it builds. */
const NEARLY_DONE = 3;
/** A wonder that takes no longer is worth more than the settlers it costs. */
const QUICK_WONDER = 22;

/** Advice for those own cities that had better build something else, by city id. */
export function productionAdvice(
  situation: Situation,
  sites: readonly Site[],
  threats: readonly Threat[],
): ReadonlyMap<number, ProductionAdvice> {
  const wants = nationNeeds(situation, sites, threats);
  const advice = new Map<number, ProductionAdvice>();
  for (const city of situation.cities.toSorted((a, b) => shields(b) - shields(a))) {
    if (canChangeProduction(city) !== true) continue;
    const choice = choiceFor(situation, city, wants);
    const build = wireNameOf(choice?.target.thing);
    if (choice === undefined || build === null || isBuilding(city, choice.target)) continue;
    if (mayGoOn(situation, city, choice.target, wants)) continue;
    advice.set(city.id, { build, why: choice.why });
  }
  return advice;
}

/** The most pressing first. Takes what it chooses off the wants. */
function choiceFor(situation: Situation, city: City, wants: NationNeeds): ProductionChoice | undefined {
  const within = Math.min(MAX_BUILD_TURNS, wants.turnsLeft);
  const options = buildOptions(situation, city).filter(({ turns }) => turns <= within);
  return (
    chooseGuard(situation, city, wants, options) ??
    chooseWonder(city, wants, options, QUICK_WONDER) ??
    chooseSettlers(situation, wants, options) ??
    chooseWorkers(situation, wants, options) ??
    chooseWonder(city, wants, options, MAX_BUILD_TURNS) ??
    chooseBuilding(situation, city, options) ??
    chooseCoinage(situation, city)
  );
}

function isBuilding({ detail }: City, { kind, value }: Target): boolean {
  return detail?.productionKind === kind && detail.productionValue === value;
}

/**
 * What is nearly done and would be lost by a change, and a wonder under way, unless the city is in danger or would
 * still be at it when the game ends.
 */
function mayGoOn(
  { world }: Situation,
  city: City,
  target: Target,
  { endangered, turnsLeft }: NationNeeds,
): boolean {
  const { detail } = city;
  const turns = cityView(world, city).production_turns;
  if (detail === undefined || turns == null || turns > turnsLeft || endangered.has(city.id)) return false;
  if (stockAfterChange(world, city, target) >= detail.shieldStock) return false;
  const present =
    detail.productionKind === 'VUT_IMPROVEMENT' && world.ruleset.improvements.get(detail.productionValue);
  return turns <= NEARLY_DONE || (present && isGreatWonder(present)) === true;
}

function shields({ detail }: City): number {
  return detail?.surplus[1] ?? 0;
}
