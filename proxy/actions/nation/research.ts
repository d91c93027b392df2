import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { displayName } from '../../rules/lookup/names.js';
import { allTechs, ownResearch, researchableTechs, techState } from '../../rules/lookup/research.js';
import { defineAction } from '../action.js';
import { choiceTarget, chosen } from '../targets.js';

/** Action `tech_research` (handle_player_research). */
export const techResearch = defineAction({
  name: 'tech_research',
  doc: 'Choose the technology to research now, one whose prerequisites are all known.',
  schema: z.looseObject({ target: choiceTarget }),
  sends: ['player_research'],
  offers: ({ world, ofNation }) =>
    ofNation(() => {
      const researching = ownResearch(world)?.researching ?? -1;
      const priority = world.ruleset.techs.has(researching) ? 'low' : 'high';
      return researchableTechs(world)
        .filter((tech) => tech.id !== researching)
        .map(({ name }) => ({
          target: { value: displayName(name) },
          priority,
          certain: true,
          label: `research ${displayName(name)}`,
        }));
    }),
  plan(port, fields) {
    const tech = chosen(
      port.skipsRules ? allTechs(port.world) : researchableTechs(port.world),
      fields.target.value,
      'technology',
    );
    if (!tech.ok) return tech;
    const already = ownResearch(port.world)?.researching === tech.value.id;
    return ok({
      send: async () => [await port.request('player_research', { tech: tech.value.id })],
      effect: (_before, world) => {
        const research = ownResearch(world);
        const name = displayName(tech.value.name);
        // With enough bulbs at hand it is learned at once.
        if (research !== undefined && techState(research, tech.value.id) === 'known')
          return { learned: name };
        return !already && research?.researching === tech.value.id ? { researching: name } : undefined;
      },
    });
  },
});
