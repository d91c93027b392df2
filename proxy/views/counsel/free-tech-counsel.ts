import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { ownResearch, type Tech, turnsForBulbs } from '../../rules/lookup/research.js';
import { freeTechOf } from '../../rules/players/free-tech.js';
import type { RealmTotals } from '../../rules/players/realm-forecast.js';
import { techCost } from '../../rules/players/tech-cost.js';
import type { World } from '../../world/world.js';
import { turnsText } from '../optimized/text-parts.js';
import { weightOf } from './line-parts.js';

/** The technology that is brought by the one that is being researched, where another goal brings a dearer one. */
export function freeTechCounsel(world: World, now: RealmTotals): readonly CounselLine[] {
  const research = ownResearch(world);
  const tech = research && world.ruleset.techs.get(research.researching);
  const free = tech && freeTechOf(world, tech.id);
  if (
    research === undefined ||
    tech === undefined ||
    free?.dearest === undefined ||
    free.gift === free.dearest
  )
    return [];
  const { gift, dearest } = free;
  const cost = (one: Tech) => techCost(world, research, one.id).bulbs;
  const turns = turnsForBulbs(world, research, research.researchingCost - research.bulbsResearched) ?? null;
  const when = turns === null ? '' : ` in ${turnsText(turns)}`;
  const nameOf = (one: Tech) => `${displayName(one.name)} (${cost(one)} bulbs)`;
  const brings = gift === undefined ? 'one by chance' : nameOf(gift);
  return [
    {
      kind: 'free_tech',
      text: `${displayName(tech.name)}${when} brings another technology to who learns it first: ${brings} as the goal is; set the goal to ${nameOf(dearest)}, and it brings that`,
      weight: weightOf(cost(dearest) - (gift === undefined ? 0 : cost(gift)), now),
      figures: {
        tech: wireNameOf(tech) ?? tech.name,
        turns,
        gift: gift === undefined ? null : (wireNameOf(gift) ?? gift.name),
        dearest: wireNameOf(dearest) ?? dearest.name,
        bulbs: cost(dearest),
      },
    },
  ];
}
