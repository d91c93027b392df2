import type { ResearchOption } from '#shared/protocol/state/llm-optimized.js';
import { researchOf } from '../../rules/lookup/players.js';
import { researchableTechs, turnsForBulbs } from '../../rules/lookup/research.js';
import { techCost } from '../../rules/players/tech-cost.js';
import type { Requirement } from '../../rules/requirements/requirement.js';
import type { World } from '../../world/world.js';
import { techName } from '../entities/research-view.js';
import { wireNameOf } from '../entities/rule-names.js';

const MAX_OPTIONS = 5;
const MAX_ALLOWED = 4;

/** The cheapest technologies first; what is being researched is among the summary. */
export function researchOptions(world: World): readonly ResearchOption[] {
  const research = researchOf(world, world.seat.player ?? -1);
  if (research === undefined) return [];
  return researchableTechs(world)
    .filter(({ id }) => id !== research.researching)
    .map(({ id }) => ({ id, bulbs: techCost(world, research, id).bulbs }))
    .sort((a, b) => a.bulbs - b.bulbs || a.id - b.id)
    .slice(0, MAX_OPTIONS)
    .map(({ id, bulbs }) => {
      const allows = allowedBy(world, id).slice(0, MAX_ALLOWED);
      return {
        tech: techName(world, id) ?? 'unknown',
        bulbs,
        turns: turnsForBulbs(world, research, bulbs) ?? null,
        ...(allows.length > 0 && { allows }),
      };
    });
}

function allowedBy({ ruleset }: World, tech: number): readonly string[] {
  const needsIt = ({ type, value, present }: Requirement) =>
    present && type === 'VUT_ADVANCE' && value === tech;
  return [
    ...[...ruleset.unitTypes.values()].filter(({ techRequirement }) => techRequirement === tech),
    ...[...ruleset.improvements.values()].filter(({ reqs }) => reqs.some(needsIt)),
    ...[...ruleset.governments.values()].filter(({ reqs }) => reqs.some(needsIt)),
  ].flatMap((thing) => wireNameOf(thing) ?? []);
}
