import type { Level } from '#shared/protocol/state/common.js';
import type { Opportunity } from '#shared/protocol/state/prospects.js';
import { wireNameOf } from '../entities/rule-names.js';
import { conquests } from './conquests.js';
import { governments, wonders } from './development.js';
import { diplomaticOpportunities } from './diplomatic-opportunities.js';
import { huts, unexplored } from './exploration.js';
import { at } from './place-words.js';
import type { Site } from './sites.js';
import type { Situation } from './situation.js';

const MAX_OPPORTUNITIES = 9;
const priorityRank: Record<Level, number> = { high: 0, medium: 1, low: 2 };

/** What this player could gain, best first. */
export function opportunities(situation: Situation, sites: readonly Site[]): readonly Opportunity[] {
  const all = [
    ...expansion(situation, sites),
    ...huts(situation),
    ...conquests(situation),
    ...governments(situation),
    ...diplomaticOpportunities(situation),
    ...wonders(situation),
    ...unexplored(situation),
  ];
  return all.sort((a, b) => priorityRank[a.priority] - priorityRank[b.priority]).slice(0, MAX_OPPORTUNITIES);
}

function expansion({ world, cities }: Situation, sites: readonly Site[]): readonly Opportunity[] {
  const [best] = sites;
  if (best === undefined) return [];
  return [
    {
      type: 'expansion',
      description: `Good settlement location at ${at(world, best.tile)}${sites.length > 1 ? ` and ${sites.length - 1} more` : ''}`,
      priority: cities.length < 6 ? 'high' : 'medium',
      locations: sites.map(({ tile, score, distance }) => ({
        ...world.map.position(tile),
        ...placeFacts(world, tile),
        score,
        distance,
      })),
    },
  ];
}

function placeFacts(world: Situation['world'], index: number): { terrain?: string; resource?: string } {
  const tile = world.tiles.get(index);
  const terrain = wireNameOf(world.ruleset.terrains.get(tile?.terrain ?? -1));
  const resource = wireNameOf(world.ruleset.extras.get(tile?.resource ?? -1));
  return { ...(terrain !== null && { terrain }), ...(resource !== null && { resource }) };
}
