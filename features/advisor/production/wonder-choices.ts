import { isGreatWonder } from '../../../proxy/rules/lookup/cities.js';
import { SCORE_POINTS } from '../../../proxy/rules/players/output-worth.js';
import {
  buildCost,
  buyCost,
  shieldsATurn,
  stockAfterChange,
  stockOf,
} from '../../../proxy/rules/production/build-costs.js';
import type { Target } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import type { Situation } from '../situation.js';
import { countText, turnsText } from '../text-parts.js';
import type { BuildOption } from './build-options.js';
import {
  isBuilding,
  MAX_BUILD_TURNS,
  type NationNeeds,
  type ProductionChoice,
  TURNS_TO_BUY,
} from './nation-needs.js';
import { type ComingHelp, landOf, type WonderProject } from './wonder-help.js';

/** A city that finishes a wonder alone within this many turns needs no help. */
const MAX_TURNS_ALONE = 10;

/** Great wonders that no other own city builds, because the score counts each. One that would take too long may be bought. */
export function wonderChoices(
  { world }: Situation,
  city: City,
  { wondersUnderWay, projects, gold, turnsAhead }: NationNeeds,
  options: readonly BuildOption[],
): readonly ProductionChoice[] {
  const within = Math.min(MAX_BUILD_TURNS, turnsAhead);
  const project = projects.get(landOf(world, city.tile));
  return options.flatMap(({ target, turns: alone }) => {
    if (target.kind !== 'VUT_IMPROVEMENT' || !isGreatWonder(target.thing)) return [];
    if ((wondersUnderWay.get(target.value) ?? city.id) !== city.id) return [];
    // After one turn the stock has shields, and the price is not doubled.
    const stock = stockAfterChange(world, city, target) + shieldsATurn(city);
    const price = buyCost(world, city, target, Math.max(1, stock));
    const help = project?.city === city ? project : NO_HELP;
    const turns = Math.min(alone, plannedTurns(world, target, stock, help));
    const wonder = { target, soonest: 1, points: SCORE_POINTS.wonder };
    if (price <= gold && turns > TURNS_TO_BUY && turnsAhead > TURNS_TO_BUY)
      return [{ ...wonder, turns: TURNS_TO_BUY, price, why: `a wonder for ${price} gold next turn` }];
    if (turns > within || isBetterHelped(city, target, alone, project)) return [];
    return [
      { ...wonder, turns, why: wonderWords(world, city, { target, turns: alone }, within, help.coming) },
    ];
  });
}

/** The help of a city that builds its wonders alone: none. */
const NO_HELP = { waiting: Number.NEGATIVE_INFINITY, rate: 1, coming: [] } as const;

/** Turns until a wonder is finished with all helpers that are on this land or may still be built there. */
function plannedTurns(
  world: World,
  target: Target,
  stock: number,
  { waiting, rate }: Pick<WonderProject, 'waiting' | 'rate'>,
): number {
  const missing = buildCost(world, target) - stock - waiting;
  return Math.max(1, Math.ceil(missing / Math.max(1, rate)));
}

/**
 * `a wonder in 9 turns with 2 helpers on the way`: by the shields of the city, and those of helpers from the turn in which they
 * can add them. Helpers that are not on their way, or are still being built, do not count.
 */
function wonderWords(
  world: World,
  city: City,
  { target, turns: alone }: BuildOption,
  within: number,
  coming: readonly ComingHelp[],
): string {
  const missing = buildCost(world, target) - stockOf(world, city, target);
  const surplus = shieldsATurn(city);
  const helpBy = (turns: number) => coming.filter((help) => help.turns < turns);
  const helpIn = (turns: number) => helpBy(turns).reduce((sum, { shields }) => sum + shields, 0);
  let turns = 1;
  while (turns < alone && turns * surplus + helpIn(turns) < missing) turns += 1;
  if (turns > within) return `a wonder, in time only with helpers: alone in ${turnsText(alone)}`;
  const helpers = turns < alone ? helpBy(turns).length : 0;
  return `a wonder in ${turnsText(turns)}${helpers > 0 ? ` with ${countText(helpers, 'helper')} on the way` : ''}`;
}

/** Whether the shields of a city are better sent to the city that builds the wonders of its land. */
function isBetterHelped(
  city: City,
  target: Target,
  alone: number,
  project: WonderProject | undefined,
): boolean {
  return (
    project !== undefined && project.city !== city && alone > MAX_TURNS_ALONE && !isBuilding(city, target)
  );
}
