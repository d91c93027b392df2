import type { Improvement } from '../../../proxy/rules/lookup/cities.js';
import type { UnitType } from '../../../proxy/rules/lookup/nativity.js';
import type { Tech } from '../../../proxy/rules/lookup/research.js';
import type { Extra } from '../../../proxy/rules/lookup/tiles.js';
import type { Government } from '../../../proxy/rules/players/government.js';
import type { Requirement } from '../../../proxy/rules/requirements/requirement.js';
import type { World } from '../../../proxy/world/world.js';

/** What of a ruleset needs one technology. */
interface OpenedByTech {
  readonly governments: readonly Government[];
  readonly unitTypes: readonly UnitType[];
  readonly improvements: readonly Improvement[];
  /** Works on the land: roads, bases, irrigation ... */
  readonly extras: readonly Extra[];
}

/** The numbers of the technologies that open something: those of which `openedByTech` names anything. */
export function openingTechs({ ruleset }: World): ReadonlySet<number> {
  const { governments, improvements, extras, unitTypes } = ruleset;
  const required = [...governments.values(), ...improvements.values(), ...extras.values()].flatMap(
    ({ reqs }) =>
      reqs.flatMap(({ type, value, present }) => (type === 'VUT_ADVANCE' && present ? [value] : [])),
  );
  return new Set([...required, ...[...unitTypes.values()].map(({ techRequirement }) => techRequirement)]);
}

/** The governments, unit types, buildings and works on the land of a ruleset that need a technology, whatever else they need. */
export function openedByTech({ ruleset }: World, tech: Tech): OpenedByTech {
  const needs = ({ reqs }: { readonly reqs: readonly Requirement[] }) =>
    reqs.some(({ type, value, present }) => type === 'VUT_ADVANCE' && value === tech.id && present);
  return {
    governments: [...ruleset.governments.values()].filter(needs),
    unitTypes: [...ruleset.unitTypes.values()].filter(({ techRequirement }) => techRequirement === tech.id),
    improvements: [...ruleset.improvements.values()].filter(needs),
    extras: [...ruleset.extras.values()].filter(needs),
  };
}
