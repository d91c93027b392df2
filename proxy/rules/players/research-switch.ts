import type { World } from '../../world/world.js';
import { ownResearch } from '../lookup/research.js';

/**
 * Bulbs that the seat loses if it researches something else now (setting `techpenalty`). The server loses none in a turn in which a
 * technology was learned, and gives them back when the change is undone in the same turn.
 */
export function bulbsLostBySwitching(world: World): number {
  const research = ownResearch(world);
  const percent = world.settings.get('techpenalty');
  if (typeof percent !== 'number' || research === undefined || research.bulbsResearched <= 0) return 0;
  if (!world.ruleset.techs.has(research.researching)) return 0;
  return Math.trunc((research.bulbsResearched * percent) / 100);
}
