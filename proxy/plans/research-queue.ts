import type { ActionData } from '#shared/protocol/actions.js';
import { displayName } from '../rules/lookup/names.js';
import type { Research } from '../rules/lookup/players.js';
import { ownResearch, stepsTo, techState } from '../rules/lookup/research.js';
import type { World } from '../world/world.js';
import { type PlanStep, type ResearchQueuePlan, stepWith } from './plan.js';

/** The name of the one research queue of a seat. */
export const RESEARCH_QUEUE_ID = 'research_queue';

/**
 * The next step of a research queue. The server continues with the research goal by itself when a technology is learned
 * (`pick_next_tech`), so the goal is always the technology after the present one: no turn is without research. The present
 * research is changed only where that loses no bulbs, because the server takes them away (`techpenalty`).
 */
export function researchQueueStep(world: World, plan: ResearchQueuePlan): PlanStep {
  const research = ownResearch(world);
  if (research === undefined) return { kind: 'wait', plan };
  const techs = plan.techs.filter((tech) => techState(research, tech) !== 'known');
  const [next] = techs;
  if (next === undefined)
    return { kind: 'end', end: { outcome: 'done', sentence: doneSentence(world, plan) } };
  const closed = techs.find((tech) => stepsTo(world, research, tech) === undefined);
  if (closed !== undefined) {
    const sentence = `The research queue ended: there is no way to ${techName(world, closed)}.`;
    return { kind: 'end', end: { outcome: 'failed', sentence } };
  }
  const now = { ...plan, techs };
  const actions = researchActions(world, research, next, techs);
  return stepWith(now, actions);
}

function researchActions(
  world: World,
  research: Research,
  next: number,
  techs: readonly number[],
): readonly ActionData[] {
  const steps = stepsTo(world, research, next) ?? [];
  const { researching } = research;
  const isUnset = !world.ruleset.techs.has(researching);
  const isOnTheWay = steps.includes(researching);
  // A choice of research loses no bulbs where none is under way, or where there are none yet.
  const isFree = isUnset || research.bulbsResearched <= 0;
  const [first = researching] = steps;
  const chosen = !isOnTheWay && isFree ? first : researching;
  const goal = chosen === next ? techs[1] : next;
  return [
    ...(chosen === researching ? [] : [choose(world, 'tech_research', chosen)]),
    ...(goal === undefined || goal === research.techGoal ? [] : [choose(world, 'tech_goal', goal)]),
  ];
}

function choose(world: World, action: 'tech_research' | 'tech_goal', tech: number): ActionData {
  return { action_type: action, target: { value: techName(world, tech) } };
}

function doneSentence(world: World, { techs }: ResearchQueuePlan): string {
  const last = techs.at(-1);
  return `The research queue is done${last === undefined ? '' : `: ${techName(world, last)} is known`}.`;
}

function techName(world: World, tech: number): string {
  return displayName(world.ruleset.techs.get(tech)?.name ?? `technology ${tech}`);
}
