import { turnsToGrow } from '../../../proxy/rules/cities/growth.js';
import type { Improvement } from '../../../proxy/rules/lookup/cities.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import { type OutputWorth, SCORE_POINTS } from '../../../proxy/rules/players/output-worth.js';
import { buildCost, shieldsATurn } from '../../../proxy/rules/production/build-costs.js';
import { canBuild } from '../../../proxy/rules/production/build-targets.js';
import { targetOf } from '../../../proxy/rules/production/target.js';
import { canTypeDo } from '../../../proxy/rules/units/action-enablers.js';
import type { City } from '../../../proxy/world/city.js';
import { type BuildingOutcome, keptBuildingOutcomes } from '../rules/building-outcome.js';
import type { SpaceRace } from '../rules/space-race.js';
import { defendersOf, type Situation } from '../situation.js';
import type { BuildOption } from './build-options.js';
import { MAX_BUILD_TURNS, type NationNeeds, type ProductionChoice } from './nation-needs.js';

/** Points for an unhappy citizen less in a city that has such, and in one that will soon. */
const CALM_POINTS = { needed: 0.8, soon: 0.4 } as const;
/** The share of the worth of bulbs that those of a building have: they come later, when technologies cost more. */
const LATER_BULBS_SHARE = 0.6;
/** The share of the citizens by kept food that counts: they come late, and their city may have no room for them. */
const KEPT_FOOD_SHARE = 0.15;
/** Points for a city that can grow again (`open`), and for each citizen that its surplus food then brings (`citizen`). */
const GROWTH_POINTS = { open: 0.5, citizen: 1 } as const;
/** From this size on citizens are hardly content by themselves. */
const UNREST_SIZE = 3;
/** A city that keeps food does not grow more often than this on it. */
const MAX_GROWTHS = 4;
/** The points of a victory by spaceship. Each part has a share of them by its shields. */
const VICTORY_POINTS = 100;
/** The building that parts need is worth this share of the parts that its city can build afterwards. */
const PREPARATION_SHARE = 0.5;

/** Buildings that could be worth their shields, for one moment of the nation. */
interface Kept {
  readonly moment: string;
  readonly options: readonly BuildOption[];
  readonly choices: readonly ProductionChoice[];
}

const kept = new WeakMap<City, Kept>();

/**
 * Buildings, of all that a city could build, that bring it something until the end of what is foreseen. Kept as long as the city, its
 * options and the nation are as they were.
 */
export function buildingChoices(
  { world, player }: Situation,
  city: City,
  { turnsAhead, worth }: NationNeeds,
  options: readonly BuildOption[],
): readonly ProductionChoice[] {
  const { government, tax, luxury, science } = player ?? {};
  const moment = [turnsAhead, worth.bulbs, worth.gold, government, tax, luxury, science].join(' ');
  const known = kept.get(city);
  if (known?.moment === moment && known.options === options) return known.choices;
  const outcomeOf = keptBuildingOutcomes(world, city);
  const growth = turnsToGrow(world, city);
  const choices = options.flatMap(({ target, turns }) => {
    if (target.kind !== 'VUT_IMPROVEMENT' || target.thing.genus !== 'IG_IMPROVEMENT') return [];
    if (target.thing.flags.has('IF_GOLD') || turns >= turnsAhead || turns > MAX_BUILD_TURNS) return [];
    const outcome = outcomeOf(target.thing);
    const points = buildingPoints(city, outcome, target.thing, worth, turnsAhead - turns, growth);
    return points <= 0 ? [] : [{ target, turns, soonest: 1, why: 'soon pays', points }];
  });
  kept.set(city, { moment, options, choices });
  return choices;
}

/** The gain of a building for its city in this many turns, after its upkeep. `growth`: turns until it has its next citizen. */
function buildingPoints(
  { size }: City,
  outcome: BuildingOutcome,
  { upkeep }: Improvement,
  worth: OutputWorth,
  turns: number,
  growth: number | null,
): number {
  const { before, after, keptFood } = outcome;
  const more = (output: number) => (after.prod[output] ?? 0) - (before.prod[output] ?? 0);
  const made =
    worth.food * more(outputs.food) +
    worth.shields * more(outputs.shields) +
    worth.gold * (more(outputs.gold) - upkeep) +
    LATER_BULBS_SHARE * worth.bulbs * more(outputs.science);
  const growths = growth === null ? 0 : Math.min(MAX_GROWTHS, turns / growth);
  const kept = (SCORE_POINTS.citizen * growths * (keptFood.after - keptFood.before)) / 100;
  return (
    made * turns + KEPT_FOOD_SHARE * kept + calmPoints(size, outcome) + roomPoints(size, outcome, growths)
  );
}

/** What it is worth that citizens are content who are unhappy, or who soon would be. */
function calmPoints(size: number, { before: { moods }, contented }: BuildingOutcome): number {
  const more = contented.after - contented.before;
  const restless = moods.unhappy + moods.angry;
  if (more <= 0) return 0;
  if (restless > 0) return CALM_POINTS.needed * Math.min(more, restless);
  return size >= UNREST_SIZE ? CALM_POINTS.soon : 0;
}

/** What it is worth that a city can grow beyond its limit. */
function roomPoints(size: number, { maxSize: { before, after } }: BuildingOutcome, growths: number): number {
  if (before === undefined || size < before) return 0;
  const room = (after ?? Number.POSITIVE_INFINITY) - before;
  return room <= 0 ? 0 : GROWTH_POINTS.open + GROWTH_POINTS.citizen * Math.min(growths, room);
}

/** What a city can build for the spaceship: the wonder that comes first, the building that parts need, or a part. */
export function spaceChoices(
  { world }: Situation,
  city: City,
  { space, wondersUnderWay }: NationNeeds,
  options: readonly BuildOption[],
): readonly ProductionChoice[] {
  if (space === undefined) return [];
  const { race, parts } = space;
  const shareOf = (shields: number) => (VICTORY_POINTS * Math.min(shields, race.shields)) / race.shields;
  const before = race.candidates.get(city);
  return options.flatMap(({ target, turns }) => {
    if (target.kind !== 'VUT_IMPROVEMENT') return [];
    const choice = { target, turns, soonest: 1 };
    const part = shareOf(buildCost(world, target));
    if ((parts.get(target.value) ?? 0) > 0)
      return [{ ...choice, why: 'a part of the spaceship', points: part }];
    if (target.thing === race.wonder && (wondersUnderWay.get(target.value) ?? city.id) === city.id)
      return [{ ...choice, why: 'a spaceship needs it first', points: part }];
    if (target.thing !== before) return [];
    const points = PREPARATION_SHARE * shareOf(shieldsAfter(race, city, turns));
    return points > 0 ? [{ ...choice, why: 'parts of the spaceship need it', points }] : [];
  });
}

/** Shields that a city can still put into the ship after its building is finished in `turns`. */
function shieldsAfter({ buildTurns }: SpaceRace, city: City, turns: number): number {
  return shieldsATurn(city) * Math.max(0, buildTurns - turns);
}

/** Gold, rather than what a city builds now and is not needed. */
export function coinageChoice(
  situation: Situation,
  city: City,
  { worth, sites, turnsAhead }: NationNeeds,
): ProductionChoice | undefined {
  const { world, cities } = situation;
  // An only city should help the nation grow instead, and gold from the last turn buys nothing.
  if (cities.length < 2 || turnsAhead < 1 || !isUnwanted(situation, city, sites.length > 0)) return undefined;
  const target = [...world.ruleset.improvements.values()]
    .filter(({ flags }) => flags.has('IF_GOLD'))
    .flatMap(({ id }) => targetOf(world, 'VUT_IMPROVEMENT', id) ?? [])
    .find((one) => canBuild(world, city, one) === true);
  const shields = shieldsATurn(city);
  const once = { turns: 1, soonest: 1, points: shields * worth.gold };
  return target && { target, why: 'nothing else pays', ...once };
}

/**
 * Whether what the city builds should make way: a building that was not chosen, a unit that costs citizens, or a guard too many.
 * Settlers are wanted while there is room, also where the city does not grow just now: those on their way eat its food.
 */
function isUnwanted(situation: Situation, city: City, hasRoom: boolean): boolean {
  const { detail } = city;
  if (detail?.productionKind === 'VUT_IMPROVEMENT') return true;
  const type = situation.world.ruleset.unitTypes.get(detail?.productionValue ?? -1);
  if (type === undefined) return false;
  if (canTypeDo(situation.world, type, 'ACTION_FOUND_CITY')) return !hasRoom;
  return type.popCost > 0 || defendersOf(situation, city).length > 1;
}
