import type { Level } from '#shared/protocol/state/common.js';
import type { Opportunity } from '#shared/protocol/state/prospects.js';
import { nationOf } from '../../../proxy/orders/descriptions.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import { VersionCache } from '../../../proxy/rules/lookup/version-cache.js';
import { isFighter } from '../../../proxy/rules/units/unit-type.js';
import { relationBetween } from '../../../proxy/views/entities/relations.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { explorationOpportunities, hutOpportunities } from '../exploration.js';
import { type Site, settlingOutlook } from '../settling/settling.js';
import { siteWords } from '../settling/site-words.js';
import { type Situation, situationOf } from '../situation.js';
import { nearestCity, positionText } from '../text-parts.js';
import { governmentOpportunities, wonderOpportunities } from './development.js';
import { diplomaticOpportunities } from './diplomatic-opportunities.js';

const MAX_OPPORTUNITIES = 9;
const priorityRank: Record<Level, number> = { high: 0, medium: 1, low: 2 };

/** What this player could gain, best first. */
export function opportunities(situation: Situation): readonly Opportunity[] {
  const all = [
    ...expansion.of(situation.world),
    ...hutOpportunities(situation),
    ...conquestOpportunities(situation),
    ...governmentOpportunities(situation),
    ...diplomaticOpportunities(situation),
    ...wonderOpportunities(situation),
    ...explorationOpportunities(situation),
  ];
  return all.sort((a, b) => priorityRank[a.priority] - priorityRank[b.priority]).slice(0, MAX_OPPORTUNITIES);
}

const MAX_CONQUESTS = 2;
const REACH = 12;

/** Cities of players we are at war with that are seen to stand without defenders, nearest first. */
function conquestOpportunities({ world, me, cities, units }: Situation): readonly Opportunity[] {
  const attackers = units.some((unit) => (world.ruleset.unitTypes.get(unit.type)?.attackStrength ?? 0) > 1);
  if (!attackers) return [];
  return [...world.cities.values()]
    .filter((city) => city.owner !== me && relationBetween(world, me, city.owner) === 'war')
    .filter((city) => isOpen(world, city.tile))
    .map((city) => ({ city, distance: nearestCity(world, city.tile, cities)?.distance ?? REACH }))
    .filter(({ distance }) => distance < REACH)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_CONQUESTS)
    .map(({ city, distance }) => ({
      type: 'conquest',
      description: `${nationOf(world, city.owner, 'Foreign')} city ${nameText(city.name)} (size ${city.size}) is seen without defenders, ${distance} tiles from ours`,
      priority: 'high',
      locations: [world.map.position(city.tile)],
      player_id: city.owner,
      city_id: city.id,
    }));
}

/** In sight, and without a fighter. A city out of sight is not known to be open. */
function isOpen(world: Situation['world'], tile: number): boolean {
  if (world.tiles.get(tile)?.known !== 'TILE_KNOWN_SEEN') return false;
  const city = [...world.cities.values()].find((one) => one.tile === tile);
  return city?.occupied !== true && !unitsOn(world, tile).some((unit) => isFighter(world, unit));
}

/** The number of sites that are shown; more when more founders wait, because before the first city there are few to choose from. */
const MIN_SHOWN = 4;
const MIN_SHOWN_AT_FIRST = 2;
const MAX_SHOWN = 8;
/** With fewer cities than this nothing is worth more than the next one. */
const MIN_SETTLED_CITIES = 6;

/** The opportunity to found cities, made once for each outlook: that is made anew when land or cities change. */
const expansion = new VersionCache<readonly Opportunity[]>(
  (world) => world,
  expansionOpportunities,
  (world) => [settlingOutlook(situationOf(world))],
);

/** The opportunity to found cities, with the best sites; none where there is no site. */
function expansionOpportunities(world: World): readonly Opportunity[] {
  const situation = situationOf(world);
  const { cities } = situation;
  const { sites, plan, left } = settlingOutlook(situation);
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
