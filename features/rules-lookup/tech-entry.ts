import type { RuleEntry } from '#shared/protocol/state/answers.js';
import type { PacketFields } from '../../proxy/freeciv/generated/packets.js';
import { ownResearch, prerequisites, stepsTo, techState } from '../../proxy/rules/lookup/research.js';
import { goalCost, techCost } from '../../proxy/rules/players/tech-cost.js';
import type { World } from '../../proxy/world/world.js';
import { displayNames, joinNames, ruleEntry } from './rule-entry.js';

type Tech = PacketFields['ruleset_tech'];
type Requirements = readonly { readonly type: string; readonly value: number; readonly present: boolean }[];

/** What the ruleset says of a technology, in sentences. */
export function techEntry(world: World, tech: Tech): RuleEntry {
  const { techs } = world.ruleset;
  const needs = prerequisites(tech).flatMap((id) => (id === 0 ? [] : (techs.get(id) ?? [])));
  const leads = [...techs.values()].filter((other) => prerequisites(other).includes(tech.id));
  return ruleEntry('tech', tech, [
    `Requires ${joinNames(displayNames(needs))}.`,
    leads.length === 0 ? undefined : `Leads to ${joinNames(displayNames(leads))}.`,
    ...allows(world, tech),
    techStanding(world, tech),
  ]);
}

function allows({ ruleset }: World, tech: Tech): readonly (string | undefined)[] {
  const units = [...ruleset.unitTypes.values()].filter(({ techRequirement }) => techRequirement === tech.id);
  const of = <T extends { readonly reqs: Requirements }>(things: ReadonlyMap<number, T>) =>
    [...things.values()].filter(({ reqs }) => needsTech(reqs, tech));
  const obsolete = [...ruleset.improvements.values()].filter(({ obsReqs }) => needsTech(obsReqs, tech));
  return [
    sentence('Allows units', displayNames(units)),
    sentence('Allows buildings', displayNames(of(ruleset.improvements))),
    sentence('Allows governments', displayNames(of(ruleset.governments))),
    sentence('Allows on the land', displayNames(of(ruleset.extras))),
    sentence('Makes obsolete', displayNames(obsolete)),
  ];
}

function needsTech(requirements: Requirements, tech: Tech): boolean {
  return requirements.some(
    ({ type, value, present }) => type === 'VUT_ADVANCE' && value === tech.id && present,
  );
}

function sentence(start: string, names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `${start}: ${joinNames(names)}.`;
}

/** How far the seat itself is from it. */
function techStanding(world: World, tech: Tech): string | undefined {
  const research = ownResearch(world);
  if (research === undefined) return undefined;
  const state = techState(research, tech.id);
  if (state === 'known') return 'You know it.';
  if (state === 'researchable')
    return `You can research it now, for ${techCost(world, research, tech.id).bulbs} bulbs.`;
  const steps = stepsTo(world, research, tech.id);
  const cost = goalCost(world, research, tech.id);
  if (steps === undefined || cost === undefined) return 'You can never research it.';
  return `You are ${steps.length} techs away from it, ${cost.bulbs} bulbs in all.`;
}
