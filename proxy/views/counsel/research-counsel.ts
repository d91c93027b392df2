import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { displayName } from '../../rules/lookup/names.js';
import { bulbsPerTurn, ownResearch, turnsForBulbs } from '../../rules/lookup/research.js';
import { bulbsLostBySwitching } from '../../rules/players/research-switch.js';
import type { World } from '../../world/world.js';
import { wireNameOf } from '../entities/wire-values.js';
import { turnsText } from '../optimized/text-parts.js';

/** What a change of research would lose now, where it is more than one turn of research. */
export function researchCounsel(world: World): readonly CounselLine[] {
  const research = ownResearch(world);
  const tech = research && world.ruleset.techs.get(research.researching);
  const lost = bulbsLostBySwitching(world);
  if (research === undefined || tech === undefined) return [];
  const perTurn = Math.max(1, bulbsPerTurn(world, research));
  if (lost <= perTurn) return [];
  const turns = turnsForBulbs(world, research, research.researchingCost - research.bulbsResearched);
  const when = turns === undefined ? 'it makes no progress now' : `it is known in ${turnsText(turns)}`;
  const name = displayName(tech.name);
  return [
    {
      kind: 'research_switch',
      text: `Changing the research from ${name} now loses ${lost} bulbs; ${when}. Set a goal instead: it takes over when ${name} is known, and loses nothing`,
      weight: Math.min(4, Math.floor(lost / perTurn)),
      figures: { researching: wireNameOf(tech) ?? tech.name, bulbs_lost: lost, turns: turns ?? null },
    },
  ];
}
