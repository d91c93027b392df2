import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import type { Research } from '../../rules/lookup/players.js';
import {
  allTechs,
  ownResearch,
  possibleTechGoals,
  researchableTechs,
  stepsTo,
  type Tech,
  techState,
} from '../../rules/lookup/research.js';
import type { World } from '../../world/world.js';
import { defineAction } from '../action.js';
import { choiceTarget, type KnownThings, resolveChoice } from '../common-fields.js';
import { techRefusal } from '../missing-tech.js';

/** Action `tech_research` (handle_player_research). */
export const techResearch = defineAction({
  name: 'tech_research',
  doc: 'Choose the technology to research now, one whose prerequisites are all known.',
  actor: 'nation',
  overrides: ['research_queue'],
  reach: 'nation',
  schema: z.looseObject({ target: choiceTarget }),
  sends: ['player_research'],
  offers: ({ world, ofNation }) =>
    ofNation(() => {
      const researching = ownResearch(world)?.researching ?? -1;
      const priority = world.ruleset.techs.has(researching) ? 'low' : 'high';
      return researchableTechs(world)
        .filter((tech) => tech.id !== researching)
        .map((tech) => ({
          target: { value: wireNameOf(tech) },
          priority,
          certain: true,
          label: `research ${displayName(tech.name)}`,
        }));
    }),
  plan(port, fields) {
    const tech = resolveChoice(
      port.skipsRules ? allTechs(port.world) : researchableTechs(port.world),
      fields.target.value,
      'technology',
      knownTechs(port.world),
    );
    if (!tech.ok) return tech;
    const already = ownResearch(port.world)?.researching === tech.value.id;
    return ok({
      already: already ? `You research ${displayName(tech.value.name)} already` : undefined,
      send: () => port.request('player_research', { tech: tech.value.id }),
      effect: (before, world) => {
        const research = ownResearch(world);
        const name = wireNameOf(tech.value);
        // With enough bulbs at hand it is learned at once.
        if (research !== undefined && techState(research, tech.value.id) === 'known')
          return { learned: name };
        if (already || research?.researching !== tech.value.id) return undefined;
        const lost = (before.research?.bulbs ?? 0) - research.bulbsResearched;
        return { researching: name, ...(lost > 0 && { bulbs_lost: lost }) };
      },
    });
  },
});

/** Action `tech_goal` (handle_player_tech_goal). */
export const techGoal = defineAction({
  name: 'tech_goal',
  doc: 'Choose the technology to work towards: what is researched next leads there. It does not change what is researched now.',
  actor: 'nation',
  overrides: ['research_queue'],
  reach: 'nation',
  schema: z.looseObject({ target: choiceTarget }),
  sends: ['player_tech_goal'],
  aliases: ['research_goal'],
  offers: ({ world, ofNation }) =>
    ofNation(() => {
      const research = ownResearch(world);
      const goal = research?.techGoal;
      return nearestFirst(world, research)
        .filter(({ id }) => id !== goal)
        .map((tech) => ({
          target: { value: wireNameOf(tech) },
          priority: 'low',
          certain: true,
          label: `work towards ${displayName(tech.name)}`,
        }));
    }),
  plan(port, fields) {
    const tech = resolveChoice(
      port.skipsRules ? allTechs(port.world) : possibleTechGoals(port.world),
      fields.target.value,
      'technology',
      knownTechs(port.world),
    );
    if (!tech.ok) return tech;
    const { id, name } = tech.value;
    const already = ownResearch(port.world)?.techGoal === id;
    return ok({
      already: already ? `${displayName(name)} is your goal already` : undefined,
      send: () => port.request('player_tech_goal', { tech: id }),
      effect: (_before, world) => {
        const research = ownResearch(world);
        if (already || research?.techGoal !== id) return undefined;
        return { goal: wireNameOf(tech.value), steps: stepsTo(world, research, id)?.length ?? 0 };
      },
    });
  },
  undo(world) {
    const goal = world.ruleset.techs.get(ownResearch(world)?.techGoal ?? -1);
    return goal && { action_type: 'tech_goal', target: { value: goal.id } };
  },
});

function knownTechs(world: World): KnownThings<Tech> {
  return { all: allTechs(world), refusal: (tech) => techRefusal(world, tech) };
}

/** The goals of a nation, and what they were found from. */
interface KnownGoals {
  readonly inventions: string;
  readonly ruleset: World['ruleset'];
  readonly goals: readonly Tech[];
}

/** They change with each technology, not with the bulbs of each turn. */
const knownGoals = new WeakMap<World, KnownGoals>();

/** The nearest goals first; what could be researched at once is hardly one. */
function nearestFirst(world: World, research: Research | undefined): readonly Tech[] {
  if (research === undefined) return possibleTechGoals(world);
  const { ruleset } = world;
  const { inventions } = research;
  const known = knownGoals.get(world);
  if (known?.inventions === inventions && known.ruleset === ruleset) return known.goals;
  const far = (tech: Tech): number => {
    const steps = stepsTo(world, research, tech.id)?.length ?? 0;
    return steps > 1 ? steps : Number.MAX_SAFE_INTEGER;
  };
  const goals = possibleTechGoals(world)
    .map((tech) => ({ tech, far: far(tech) }))
    .sort((a, b) => a.far - b.far)
    .map(({ tech }) => tech);
  knownGoals.set(world, { inventions, ruleset, goals });
  return goals;
}
