import { displayName } from '../rules/lookup/names.js';
import { ownResearch, prerequisites, stepsTo, type Tech, techState } from '../rules/lookup/research.js';
import type { World } from '../world/world.js';

/** `Library needs Writing, which you can research now`; undefined when the technology is known, or no technology. */
export function missingTechSentence(world: World, thing: string, tech: number): string | undefined {
  const research = ownResearch(world);
  const wanted = world.ruleset.techs.get(tech);
  if (research === undefined || wanted === undefined) return undefined;
  const needs = `${thing} needs ${displayName(wanted.name)}`;
  if (research.researching === tech) return `${needs}, which you research now`;
  switch (techState(research, tech)) {
    case 'known':
      return undefined;
    case 'researchable':
      return `${needs}, which you can research now`;
    case 'unknown': {
      const steps = stepsTo(world, research, tech);
      return steps === undefined
        ? `${needs}, and there is no way to it`
        : `${needs}, which takes ${steps.length} technologies: set it as tech_goal`;
    }
  }
}

/** Why a technology cannot be researched now, or be a goal; undefined when that is not known. */
export function techRefusal(world: World, tech: Tech): string | undefined {
  const research = ownResearch(world);
  if (research === undefined) return undefined;
  const name = displayName(tech.name);
  if (techState(research, tech.id) === 'known') return `You already know ${name}`;
  if (stepsTo(world, research, tech.id) === undefined) return `There is no way to ${name} in this game`;
  const missing = prerequisites(tech).filter((id) => techState(research, id) !== 'known');
  const names = missing.map((id) => displayName(world.ruleset.techs.get(id)?.name ?? 'another'));
  return names.length === 0 ? undefined : `${name} needs ${names.join(' and ')} first: set it as tech_goal`;
}
