import type { Advice } from '#shared/protocol/state/brief.js';
import { isGreatWonder } from '../../../proxy/rules/lookup/cities.js';
import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { displayName } from '../../../proxy/rules/lookup/names.js';
import type { Research } from '../../../proxy/rules/lookup/players.js';
import {
  ownResearch,
  possibleTechGoals,
  stepsTo,
  type Tech,
  techState,
} from '../../../proxy/rules/lookup/research.js';
import { SCORE_POINTS } from '../../../proxy/rules/players/output-worth.js';
import type { RealmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import { techCost } from '../../../proxy/rules/players/tech-cost.js';
import { canPlayerBuildUnit, SPACESHIP_PARTS } from '../../../proxy/rules/production/buildable.js';
import { buildingHasEffect } from '../../../proxy/rules/requirements/effects.js';
import { isObsolete } from '../../../proxy/rules/requirements/requirements.js';
import { canTypeDo } from '../../../proxy/rules/units/action-enablers.js';
import { techName } from '../../../proxy/views/entities/research-view.js';
import type { World } from '../../../proxy/world/world.js';
import { bringsFreeTech, freeTechOf } from '../rules/free-tech.js';
import { type GovernmentGain, governmentGains, governmentPromise } from './government-gains.js';
import type { RatesOutlook } from './nation-orders.js';

/** The share of the points of a wonder that remains after its shields. */
const WONDER_SHARE = 0.3;
/** Points for units that carry shields to wonders, where the nation has so many cities. A small city alone needs 50 turns for a wonder. */
const HELPERS_POINTS = 12;
const MIN_CITIES_TO_HELP = 4;
/** Points for a technology that a spaceship needs, where one wins the game. */
const SPACE_POINTS = 8;
/** Technologies further away than this are not compared. */
const MAX_STEPS = 6;
/** In the last turns of a game it counts when a goal is known. */
const LAST_TURNS = 15;
/** Turns in which a wonder can still be built. */
const MIN_BUILD_TURNS = 10;
/** Of goals that are known too late the cheapest comes first. */
const LATE_POINTS = 0.01;

/** What a goal of research is worth for its bulbs. */
interface GoalWorth {
  readonly tech: number;
  readonly steps: readonly number[];
  readonly bulbs: number;
  readonly points: number;
  readonly reasons: readonly string[];
}

/** What to research where nothing is, and the goal that brings most for its bulbs where none is set that lies further on. */
export function researchOrder(basis: RealmBasis, rates: RatesOutlook): readonly Advice[] {
  const { world } = basis;
  const research = ownResearch(world);
  if (research === undefined) return [];
  const { researching, techGoal } = research;
  const isOpen = (tech: number) => world.ruleset.techs.has(tech) && techState(research, tech) !== 'known';
  const isIdle = !isOpen(researching);
  const free = isIdle ? undefined : freeTechOf(world, researching);
  if (free?.dearest !== undefined)
    return free.gift === free.dearest ? [] : [goalForFreeTech(free.dearest, world, researching)];
  if (!isIdle && isOpen(techGoal) && techGoal !== researching) return [];
  const best = bestGoal(basis, rates, research, isIdle ? undefined : researching);
  if (best === undefined) return [];
  const name = (tech: number) => techName(world, tech) ?? 'unknown';
  const why = best.reasons.length > 0 ? best.reasons.join(', ') : 'the most for its bulbs';
  const [first = best.tech] = best.steps;
  if (!isIdle) return [{ do: { action_type: 'tech_goal', target: name(best.tech) }, why }];
  return [
    {
      do: { action_type: 'tech_research', target: name(first) },
      why: first === best.tech ? why : `needed for ${name(best.tech)}: ${why}`,
    },
    ...(first === best.tech ? [] : [{ do: { action_type: 'tech_goal', target: name(best.tech) }, why }]),
  ];
}

/** What is learned first brings the next technology on the way to the goal: the dearest, if that is the goal. */
function goalForFreeTech({ id }: Tech, world: World, giving: number): Advice {
  const target = techName(world, id) ?? 'unknown';
  const first = displayName(world.ruleset.techs.get(giving)?.name ?? '');
  return { do: { action_type: 'tech_goal', target }, why: `${first} brings it free, if it is the goal then` };
}

/** The goal that is worth most for its bulbs, when what is `underWay` is known. */
function bestGoal(
  basis: RealmBasis,
  rates: RatesOutlook,
  research: Research,
  underWay: number | undefined,
): GoalWorth | undefined {
  const { world } = basis;
  const governments = governmentGains(basis, rates);
  const goals = possibleTechGoals(world).flatMap(
    ({ id }) => goalWorth(basis, rates, research, id, governments, underWay) ?? [],
  );
  return goals.reduce<GoalWorth | undefined>(
    (best, one) => (best === undefined || one.points / one.bulbs > best.points / best.bulbs ? one : best),
    undefined,
  );
}

function goalWorth(
  basis: RealmBasis,
  rates: RatesOutlook,
  research: Research,
  tech: number,
  governments: readonly GovernmentGain[],
  underWay: number | undefined,
): GoalWorth | undefined {
  const { world } = basis;
  const steps = stepsTo(world, research, tech)?.filter((one) => one !== underWay);
  if (steps === undefined || steps.length === 0 || steps.length > MAX_STEPS) return undefined;
  const bulbs = steps.reduce((sum, one) => sum + techCost(world, research, one).bulbs, 0);
  const after = turnsAfter(world, bulbs, rates);
  if (after < 0)
    return { tech, steps, bulbs, points: LATE_POINTS, reasons: ['the cheapest, none is known in time'] };
  const canBuild = after >= MIN_BUILD_TURNS;
  const wonders = canBuild ? steps.flatMap((one) => wondersOf(world, one)) : [];
  const government = governments.find(({ reachable, points }) => reachable.tech === tech && points > 0);
  const helpers = canBuild ? helpersOf(basis, steps) : [];
  const gifts = steps.filter((one) => bringsFreeTech(world, one));
  const ofSpace = spaceTechs(world);
  const forSpace = steps.filter((one) => ofSpace.has(one));
  const promise = governmentPromise(basis, governments, tech);
  const reasons = [
    ...(government === undefined && promise > 0 ? ['another government'] : []),
    ...(government === undefined ? [] : [`${displayName(government.reachable.government.name)} pays`]),
    ...wonders.map((name) => `opens ${name}`),
    ...helpers.map((name) => `opens ${name}`),
    ...(forSpace.length > 0 ? ['a spaceship needs it'] : []),
    ...(gifts.length > 0 ? ['another technology free for who knows it first'] : []),
  ];
  const points =
    SCORE_POINTS.tech * steps.length +
    SCORE_POINTS.tech * gifts.length +
    WONDER_SHARE * SCORE_POINTS.wonder * wonders.length +
    (helpers.length > 0 ? HELPERS_POINTS : 0) +
    SPACE_POINTS * forSpace.length +
    (government?.points ?? 0) +
    promise;
  return { tech, steps, bulbs, points, reasons };
}

/** Turns that are left of the game when so many bulbs are made at the best rates; infinite while its end is far. */
function turnsAfter(world: World, bulbs: number, { best }: RatesOutlook): number {
  const left = turnsLeft(world);
  return left > LAST_TURNS ? Number.POSITIVE_INFINITY : left - bulbs / Math.max(1, best.totals.bulbs);
}

/** The technologies that parts of a spaceship, and the wonder that comes before them, require; none where a spaceship does not win. */
export function spaceTechs(world: World): ReadonlySet<number> {
  const { game, ruleset } = world;
  if (game?.victoryConditions.has('VC_SPACERACE') !== true) return new Set();
  const effects = [...SPACESHIP_PARTS.map(({ effect }) => effect), 'EFT_ENABLE_SPACE'] as const;
  const needed = [...ruleset.improvements.values()].filter(({ id }) =>
    effects.some((effect) => buildingHasEffect(world, id, effect)),
  );
  return new Set(
    needed.flatMap(({ reqs }) =>
      reqs.flatMap(({ type, value, present }) => (type === 'VUT_ADVANCE' && present ? [value] : [])),
    ),
  );
}

/** Units that carry shields to wonders, for a nation of several cities that has none of the kind. */
function helpersOf({ world, player, cities }: RealmBasis, steps: readonly number[]): readonly string[] {
  if (cities.length < MIN_CITIES_TO_HELP) return [];
  const types = [...world.ruleset.unitTypes.values()].filter((type) =>
    canTypeDo(world, type, 'ACTION_HELP_WONDER'),
  );
  if (types.some((type) => canPlayerBuildUnit(world, player, type) === true)) return [];
  return types
    .filter(({ techRequirement }) => steps.includes(techRequirement))
    .map(({ name }) => displayName(name));
}

/** Great wonders that are not built yet and need the technology. */
function wondersOf(world: World, tech: number): readonly string[] {
  return [...world.ruleset.improvements.values()]
    .filter((one) => isGreatWonder(one) && isFree(world, one.id))
    .filter((one) => isObsolete(world, one, { player: world.seat.player }) !== true)
    .filter(({ reqs }) =>
      reqs.some(({ type, value, present }) => present && type === 'VUT_ADVANCE' && value === tech),
    )
    .map(({ name }) => displayName(name));
}

function isFree({ game, players }: World, wonder: number): boolean {
  return !players.has(game?.greatWonderOwners[wonder] ?? -1);
}
