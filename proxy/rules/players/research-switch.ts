import type { World } from '../../world/world.js';
import { ownResearch, stepsTo } from '../lookup/research.js';
import { goalCost } from './tech-cost.js';

/** Bulbs lost by other research now (`techpenalty`): none in a turn with a new technology, or when undone in it. */
export function bulbsLostBySwitching(world: World): number {
  const research = ownResearch(world);
  const percent = world.settings.get('techpenalty');
  if (typeof percent !== 'number' || research === undefined || research.bulbsResearched <= 0) return 0;
  if (!world.ruleset.techs.has(research.researching)) return 0;
  return Math.trunc((research.bulbsResearched * percent) / 100);
}

/** What a goal costs a seat that turns to it now. */
export interface SwitchCost {
  /** Bulbs still needed, those that are lost made good. */
  readonly bulbs: number;
  /** Bulbs that are lost because what is researched now does not lead there. */
  readonly lost: number;
}

/** Bulbs that a technology takes when its research, or that of what leads to it, begins now; undefined when there is no way to it. */
export function switchCost(world: World, goal: number): SwitchCost | undefined {
  const research = ownResearch(world);
  const steps = research && stepsTo(world, research, goal);
  if (research === undefined || steps === undefined) return undefined;
  const lost = steps.includes(research.researching) ? 0 : bulbsLostBySwitching(world);
  const kept = { ...research, bulbsResearched: research.bulbsResearched - lost };
  const bulbs = goalCost(world, kept, goal)?.bulbs;
  return bulbs === undefined ? undefined : { bulbs, lost };
}
