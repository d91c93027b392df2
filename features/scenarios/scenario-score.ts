import type { GoalProgress, ScenarioState } from '#shared/protocol/scenario.js';
import type { Goal, ScenarioPlan, Sides } from '../../proxy/games/disk/scenario-plan.js';
import { turnOf, type World } from '../../proxy/world/world.js';
import { measure } from './measures.js';

/** How a seat stands in a scenario. */
export interface ScenarioStanding {
  /** The weighted mean of the shares of all goals, from 0 to 1. */
  readonly score: number;
  readonly progress: readonly GoalProgress[];
}

/** What the seat of that world has reached, by what it knows itself. */
export function standingOf(
  plan: Pick<ScenarioPlan, 'goals' | 'areas' | 'sides'>,
  world: World,
): ScenarioStanding {
  const sides = sidesFor(plan.sides, world.seat.player);
  const measured = { world, sides, areas: plan.areas };
  const progress = plan.goals.map((goal) => progressOf(goal, measure(measured, goal.measure)));
  return { score: weighted(plan, progress), progress };
}

function weighted({ goals }: Pick<ScenarioPlan, 'goals'>, progress: readonly GoalProgress[]): number {
  const weights = goals.reduce((sum, { weight }) => sum + weight, 0);
  const reached = goals.reduce((sum, { weight }, at) => sum + weight * (progress[at]?.share ?? 0), 0);
  return rounded(reached / weights);
}

/** The standing of an ended game. The server has shown the whole map: map goals count as it stood `before`. */
export function finalStanding(
  plan: ScenarioPlan,
  world: World,
  before: ScenarioStanding | undefined,
): ScenarioStanding {
  const now = standingOf(plan, world);
  if (before === undefined) return now;
  const progress = plan.goals.flatMap(({ measure: { count } }, at) => {
    const one = count === 'known_tiles' ? before.progress[at] : now.progress[at];
    return one === undefined ? [] : [one];
  });
  return { score: weighted(plan, progress), progress };
}

/** How these seats stand; empty once the server has shown the whole map to one of them. */
export function standingsOf<S extends { readonly world: World }>(
  plan: ScenarioPlan,
  seats: readonly S[],
): ReadonlyMap<S, ScenarioStanding> {
  if (seats.some(({ world }) => isRevealed(world))) return new Map();
  return new Map(seats.map((seat) => [seat, standingOf(plan, seat.world)]));
}

/** Whether the server shows the whole map to the seat: from the ranking on, before it says that the game is over. */
export function isRevealed({ finalRanking }: World): boolean {
  return finalRanking.length > 0;
}

/** Whether all goals are reached. */
export function isDone({ progress }: ScenarioStanding): boolean {
  return progress.every(({ share }) => share === 1);
}

/** The scenario as states show it to the seat of that world. */
export function scenarioState(plan: ScenarioPlan, world: World): ScenarioState {
  const { name, difficulty, goal, ends, turns } = plan;
  const left = Math.max(0, turns - turnOf(world) + 1);
  return { name, difficulty, goal, ends, turn_limit: turns, turns_left: left, ...standingOf(plan, world) };
}

/** To the second seat the first one is the partner. */
function sidesFor(sides: Sides, me: number | undefined): Sides {
  if (me === undefined || sides.partner !== me) return sides;
  const { you, ...others } = sides;
  return { ...others, you: me, ...(you !== undefined && { partner: you }) };
}

function progressOf({ text, from, target }: Goal, value: number): GoalProgress {
  const share = target === from ? Number(value === target) : (value - from) / (target - from);
  return { goal: text, value, target, share: rounded(Math.min(1, Math.max(0, share))) };
}

/** A share just below 1 stays below: only what is reached counts as that. */
function rounded(share: number): number {
  return Math.floor(share * 1000 + 1e-9) / 1000;
}
