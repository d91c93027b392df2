import type { Advice } from '#shared/protocol/state/brief.js';
import { isGreatWonder } from '../../rules/lookup/cities.js';
import { displayName } from '../../rules/lookup/names.js';
import type { Research } from '../../rules/lookup/players.js';
import { ownResearch, possibleTechGoals, stepsTo, techState } from '../../rules/lookup/research.js';
import { SCORE_POINTS } from '../../rules/players/output-worth.js';
import type { RealmBasis } from '../../rules/players/realm-forecast.js';
import { techCost } from '../../rules/players/tech-cost.js';
import type { World } from '../../world/world.js';
import { techName } from '../entities/research-view.js';
import { type GovernmentGain, governmentGains } from './nation-orders.js';

/** The share of the points of a wonder that remains after its shields. */
const WONDER_SHARE = 0.3;
/** Technologies further away than this are not compared. */
const MAX_STEPS = 6;

/** What a goal of research is worth for its bulbs. */
interface GoalWorth {
  readonly tech: number;
  readonly steps: readonly number[];
  readonly bulbs: number;
  readonly points: number;
  readonly reasons: readonly string[];
}

/** What to research where nothing is, and the goal that brings most for its bulbs where none is set that lies further on. */
export function researchOrder(basis: RealmBasis): readonly Advice[] {
  const { world } = basis;
  const research = ownResearch(world);
  if (research === undefined) return [];
  const { researching, techGoal } = research;
  const isOpen = (tech: number) => world.ruleset.techs.has(tech) && techState(research, tech) !== 'known';
  const isIdle = !isOpen(researching);
  if (!isIdle && isOpen(techGoal) && techGoal !== researching) return [];
  const best = bestGoal(basis, research, isIdle ? undefined : researching);
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

/** The goal that is worth most for its bulbs, when what is `underWay` is known. */
function bestGoal(
  basis: RealmBasis,
  research: Research,
  underWay: number | undefined,
): GoalWorth | undefined {
  const { world } = basis;
  const governments = governmentGains(basis);
  const goals = possibleTechGoals(world).flatMap(
    ({ id }) => goalWorth(world, research, id, governments, underWay) ?? [],
  );
  return goals.reduce<GoalWorth | undefined>(
    (best, one) => (best === undefined || one.points / one.bulbs > best.points / best.bulbs ? one : best),
    undefined,
  );
}

function goalWorth(
  world: World,
  research: Research,
  tech: number,
  governments: readonly GovernmentGain[],
  underWay: number | undefined,
): GoalWorth | undefined {
  const steps = stepsTo(world, research, tech)?.filter((one) => one !== underWay);
  if (steps === undefined || steps.length === 0 || steps.length > MAX_STEPS) return undefined;
  const bulbs = steps.reduce((sum, one) => sum + techCost(world, research, one).bulbs, 0);
  const wonders = steps.flatMap((one) => wondersOf(world, one));
  const government = governments.find(({ reachable, points }) => reachable.tech === tech && points > 0);
  const reasons = [
    ...(government === undefined ? [] : [`${displayName(government.reachable.government.name)} pays`]),
    ...wonders.map((name) => `opens ${name}`),
  ];
  const points =
    SCORE_POINTS.tech * steps.length +
    WONDER_SHARE * SCORE_POINTS.wonder * wonders.length +
    (government?.points ?? 0);
  return { tech, steps, bulbs, points, reasons };
}

/** Great wonders that are not built yet and need the technology. */
function wondersOf(world: World, tech: number): readonly string[] {
  return [...world.ruleset.improvements.values()]
    .filter((one) => isGreatWonder(one) && isFree(world, one.id))
    .filter(({ reqs }) =>
      reqs.some(({ type, value, present }) => present && type === 'VUT_ADVANCE' && value === tech),
    )
    .map(({ name }) => displayName(name));
}

function isFree({ game, players }: World, wonder: number): boolean {
  return !players.has(game?.greatWonderOwners[wonder] ?? -1);
}
