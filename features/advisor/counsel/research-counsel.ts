import type { CounselLine } from '#shared/protocol/state/counsel.js';
import type { Plan } from '../../../proxy/plans/plan.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import {
  bulbsPerTurn,
  ownResearch,
  type Tech,
  techState,
  turnsForBulbs,
} from '../../../proxy/rules/lookup/research.js';
import type { RealmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { bulbsLostBySwitching } from '../../../proxy/rules/players/research-switch.js';
import { techCost } from '../../../proxy/rules/players/tech-cost.js';
import { messagesBeforeLastTurn, type World } from '../../../proxy/world/world.js';
import { freeTechOf } from '../rules/free-tech.js';
import { turnsText } from '../text-parts.js';
import { weightOf } from './line-parts.js';

/**
 * The loss from a change of research now, where it is more than one turn of research. Empty while a research queue
 * chooses, and in a turn with a new technology, when the server allows one change without a loss.
 */
export function researchCounsel(
  world: World,
  plans: readonly Plan[],
  now: RealmTotals,
): readonly CounselLine[] {
  const research = ownResearch(world);
  const tech = research && world.ruleset.techs.get(research.researching);
  if (research === undefined || tech === undefined || techState(research, tech.id) === 'known') return [];
  if (plans.some(({ kind }) => kind === 'research_queue') || hasLearned(world)) return [];
  const lost = bulbsLostBySwitching(world);
  if (lost <= Math.max(1, bulbsPerTurn(world, research))) return [];
  const turns = turnsForBulbs(world, research, research.researchingCost - research.bulbsResearched);
  const when = turns === undefined ? 'it makes no progress now' : `it is known in ${turnsText(turns)}`;
  const name = displayName(tech.name);
  return [
    {
      kind: 'research_switch',
      text: `Changing the research from ${name} now loses ${lost} bulbs; ${when}. Set a goal instead: it takes over when ${name} is known, and loses nothing`,
      weight: weightOf(lost, now),
      figures: { researching: wireNameOf(tech) ?? tech.name, bulbs_lost: lost, turns: turns ?? null },
    },
  ];
}

/** Whether the last turn change brought a technology (freeciv: `got_tech`); the server tells it by a message alone. */
function hasLearned(world: World): boolean {
  return world.messages.after(messagesBeforeLastTurn(world)).some(({ event }) => event === 'E_TECH_LEARNED');
}

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
