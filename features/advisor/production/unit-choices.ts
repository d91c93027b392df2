import { turnsToSpare } from '../../../proxy/rules/cities/growth.js';
import { SCORE_POINTS } from '../../../proxy/rules/players/output-worth.js';
import {
  buildCost,
  buyCost,
  popCostOf,
  shieldsATurn,
  stockOf,
} from '../../../proxy/rules/production/build-costs.js';
import type { Target } from '../../../proxy/rules/production/target.js';
import { canTypeDo, isWorkerType } from '../../../proxy/rules/units/action-enablers.js';
import type { City } from '../../../proxy/world/city.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import type { Site } from '../settling/settling.js';
import type { Situation } from '../situation.js';
import { countText, positionText } from '../text-parts.js';
import type { BuildOption } from './build-options.js';
import { MAX_BUILD_TURNS, type NationNeeds, type ProductionChoice, TURNS_TO_BUY } from './nation-needs.js';
import { isHelperTarget, landOf } from './wonder-help.js';

/** Settlers that are ready later are thought of later. */
const LONGEST_WAIT_FOR_SETTLERS = MAX_BUILD_TURNS / 2;
/** Points for workers that work this many turns, and the fewest turns in which their work pays. */
const WORKERS_POINTS = 3;
const WORKERS_TURNS = 40;
const MIN_WORKERS_TURNS = 15;
/** The beginning of the reason for more workers; their number and that of the cities follow it. */
export const WORKERS_WANTED = 'there are few workers';
/** Points for what a new city makes, by the worth that sites are compared by: three for a food, two for a shield. */
const POINTS_PER_SITE_WORTH = 1 / 55;
/** Points of a citizen that leaves with a unit: its worth and what it would have made. */
const CITIZEN_POINTS = 1.5;

/** A helper is not sent further, in tiles. */
const MAX_AWAY = 15;
/** Tiles that a helper goes in a turn: there are roads on many, but not on all. */
const TILES_A_TURN = 2;
/** The part of the points of a wonder that its helpers bring: some are lost, or come too late. */
const HELPERS_SHARE = 0.9;
/** Helpers count this many times as much: a wonder that is finished sooner is not built by another nation first. */
const HELPERS_FACTOR = 2;

/** A unit to found a city with, and the turns until it is ready; with a `price` where it is bought. */
interface Founder {
  readonly target: Target;
  readonly turns: number;
  readonly soonest: number;
  readonly price?: number;
}

/** Units to found cities with. Those that would be ready too late are bought as soon as citizens can leave, where there is the gold. */
function foundersAmong(
  world: World,
  city: City,
  gold: number,
  options: readonly BuildOption[],
): readonly Founder[] {
  return options.flatMap(({ target, turns }) => {
    if (target.kind !== 'VUT_UTYPE' || !canTypeDo(world, target.thing, 'ACTION_FOUND_CITY')) return [];
    const soonest = turnsToSpare(world, city, popCostOf(world, city, target)) ?? turns;
    if (turns <= LONGEST_WAIT_FOR_SETTLERS) return [{ target, turns, soonest }];
    const stock = stockOf(world, city, target) + shieldsATurn(city) * (soonest - 1);
    const price = buyCost(world, city, target, Math.max(1, stock));
    const bought = Math.max(soonest, TURNS_TO_BUY);
    if (price > gold || bought > LONGEST_WAIT_FOR_SETTLERS) return [];
    return [{ target, turns: bought, soonest, price }];
  });
}

/** For the site that is worth most to this city, on its land. The points count the way there, not the wait for citizens. */
export function settlersChoice(
  { world }: Situation,
  city: City,
  { sites, gold, turnsAhead }: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  const founder = soonestOf(foundersAmong(world, city, gold, options));
  if (founder === undefined) return undefined;
  const { target, turns } = founder;
  const leaving = popCostOf(world, city, target);
  const land = landOf(world, city.tile);
  const [best] = sites
    .filter(({ tile }) => landOf(world, tile) === land)
    .map((site) => {
      const away = Math.max(site.distance, world.map.distance(city.tile, site.tile));
      return { site, points: settlersPoints(leaving, site, turnsAhead - turns - away) };
    })
    .toSorted((a, b) => b.points - a.points);
  if (best === undefined || best.points <= 0) return undefined;
  const { site, points } = best;
  return {
    ...founder,
    ...{ points, site },
    // The citizens of the new city, less those that leave for it.
    counted: Math.max(0, site.city.size - leaving),
    why: `room at ${positionText(world, site.tile)}${founder.price === undefined ? '' : `, bought for ${founder.price} gold`}`,
  };
}

/** The gain of a city on a site that lives for this many turns, less the citizens that leave for it. */
function settlersPoints(leaving: number, { city }: Site, lived: number): number {
  if (lived <= 0) return 0;
  const known = city.worthAfter.length - 1;
  const last = city.worthAfter[known] ?? 0;
  const each = last - (city.worthAfter[known - 1] ?? 0);
  const worth = (city.worthAfter[Math.min(lived, known)] ?? 0) + Math.max(0, lived - known) * each;
  return 1 + worth * POINTS_PER_SITE_WORTH - CITIZEN_POINTS * leaving;
}

/** The one that is ready first; of several that are, the first of them. */
function soonestOf<T extends { readonly turns: number }>(options: readonly T[]): T | undefined {
  return options.toSorted((a, b) => a.turns - b.turns)[0];
}

/** Units that work the land: one for some cities. */
export function workersChoice(
  situation: Situation,
  { workers, turnsAhead }: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  if (workers <= 0) return undefined;
  const best = soonestOf(
    options.filter(
      ({ target }) => target.kind === 'VUT_UTYPE' && isWorkerType(situation.world, target.value),
    ),
  );
  const worked = turnsAhead - (best?.turns ?? turnsAhead);
  if (best === undefined || worked < MIN_WORKERS_TURNS) return undefined;
  const { units, cities } = situation;
  const there = units.filter((unit) => isWorkerType(situation.world, unit.type)).length;
  const why = `${WORKERS_WANTED}: ${there} for ${countText(cities.length, 'city', 'cities')}`;
  return { ...best, soonest: 1, why, points: WORKERS_POINTS * Math.min(1, worked / WORKERS_TURNS) };
}

/** A unit whose shields go into a wonder of another city. */
export function helperChoice(
  { world }: Situation,
  city: City,
  { projects, turnsAhead }: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  const project = projects.get(landOf(world, city.tile));
  if (project === undefined || project.city === city || project.wanted <= 0 || project.turns > turnsAhead)
    return undefined;
  const away = world.map.distance(city.tile, project.city.tile);
  const best = soonestOf(options.filter(({ target }) => isHelperTarget(world, target)));
  if (best === undefined || away > MAX_AWAY || best.turns + Math.ceil(away / TILES_A_TURN) >= turnsAhead)
    return undefined;
  const share = Math.min(buildCost(world, best.target), project.wanted) / project.cost;
  const why = `for a wonder in ${nameText(project.city.name)}`;
  const counted = HELPERS_SHARE * SCORE_POINTS.wonder * share;
  return { ...best, soonest: 1, why, points: HELPERS_FACTOR * counted, counted };
}

/**
 * The unit that is built soonest, because the score counts units built (`get_civ_score`). A shield of upkeep for each turn until the end is taken off
 * its points, so that they are positive in the last turns only.
 */
export function countedUnitChoice(
  { worth, turnsAhead }: NationNeeds,
  options: readonly BuildOption[],
): ProductionChoice | undefined {
  const [best] = options
    .filter(({ target }) => target.kind === 'VUT_UTYPE' && target.thing.popCost === 0)
    .toSorted((a, b) => a.turns - b.turns || a.target.thing.buildCost - b.target.thing.buildCost);
  if (best === undefined) return undefined;
  const points = SCORE_POINTS.unitBuilt - worth.shields * (turnsAhead - best.turns);
  return points > 0 ? { ...best, soonest: 1, why: 'the score counts units built', points } : undefined;
}
