import type { Opportunity } from '#shared/protocol/state/prospects.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import type { World } from '../../../proxy/world/world.js';
import type { SettlingOutlook, Site } from '../settling/settling.js';
import { siteWords } from '../settling/site-words.js';
import type { Situation } from '../situation.js';
import { positionText } from '../text-parts.js';

/** The number of sites that are shown; more when more founders wait, because before the first city there are few to choose from. */
const MIN_SHOWN = 4;
const MIN_SHOWN_AT_FIRST = 2;
const MAX_SHOWN = 8;
/** With fewer cities than this nothing is worth more than the next one. */
const MIN_SETTLED_CITIES = 6;

/** The opportunity to found cities, with the best sites; none where there is no site. */
export function expansionOpportunities(
  { world, cities }: Situation,
  { sites, plan, left }: SettlingOutlook,
): readonly Opportunity[] {
  const least = cities.length === 0 ? MIN_SHOWN_AT_FIRST : MIN_SHOWN;
  const shown = sites.slice(0, Math.min(MAX_SHOWN, Math.max(least, plan.size)));
  const [best] = shown;
  if (best === undefined) return [];
  const others = shown.length > 1 ? ` and ${shown.length - 1} more` : '';
  return [
    {
      type: 'expansion',
      description: `Good settlement location at ${positionText(world, best.tile)}${others}`,
      priority: cities.length < MIN_SETTLED_CITIES ? 'high' : 'medium',
      locations: shown.map((site) => location(world, site)),
      left,
    },
  ];
}

function location(world: World, site: Site): NonNullable<Opportunity['locations']>[number] {
  const { tile: index, score, distance, founder } = site;
  const tile = world.tiles.get(index);
  const terrain = wireNameOf(world.ruleset.terrains.get(tile?.terrain ?? -1));
  const resource = wireNameOf(world.ruleset.extras.get(tile?.resource ?? -1));
  return {
    ...world.map.position(index),
    terrain: terrain ?? undefined,
    resource: resource ?? undefined,
    score,
    distance,
    turns: founder?.turns,
    why: siteWords(world, site),
  };
}
