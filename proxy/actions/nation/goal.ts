import { z } from 'zod';
import { ok } from '#shared/result.js';
import { displayName } from '../../rules/names.js';
import { ownResearch, possibleGoals, stepsTo } from '../../rules/research.js';
import { defineAction } from '../action.js';
import { choiceTarget, chosen } from '../targets.js';

export const techGoal = defineAction({
  name: 'tech_goal',
  doc: 'Choose the technology to work towards: what is researched next leads there. It does not change what is researched now.',
  schema: z.looseObject({ target: choiceTarget }),
  sends: ['player_tech_goal'],
  aliases: ['research_goal'],
  offers: ({ world }) => {
    const goal = ownResearch(world)?.techGoal;
    return possibleGoals(world)
      .filter(({ id }) => id !== goal)
      .map(({ name }) => ({
        target: { value: displayName(name) },
        priority: 'low',
        certain: true,
        label: `work towards ${displayName(name)}`,
      }));
  },
  plan(port, fields) {
    const tech = chosen(possibleGoals(port.world), fields.target.value, 'technology');
    if (!tech.ok) return tech;
    const { id, name } = tech.value;
    const already = ownResearch(port.world)?.techGoal === id;
    return ok({
      send: async () => [await port.request('player_tech_goal', { tech: id })],
      effect: (_before, world) => {
        const research = ownResearch(world);
        if (already || research?.techGoal !== id) return undefined;
        return { goal: displayName(name), steps: stepsTo(world, research, id)?.length ?? 0 };
      },
    });
  },
});
