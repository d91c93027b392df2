import type { Level } from '#shared/protocol/state/common.js';
import type { Opportunity } from '#shared/protocol/state/prospects.js';
import { nationOf } from '../../../proxy/orders/descriptions.js';
import { unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import { isFighter } from '../../../proxy/rules/units/unit-type.js';
import { relationBetween } from '../../../proxy/views/entities/relations.js';
import { nameText } from '../../../proxy/world/name-text.js';
import { explorationOpportunities, hutOpportunities } from '../exploration.js';
import type { SettlingOutlook } from '../settling/settling.js';
import type { Situation } from '../situation.js';
import { nearestCity } from '../text-parts.js';
import { governmentOpportunities, wonderOpportunities } from './development.js';
import { diplomaticOpportunities } from './diplomatic-opportunities.js';
import { expansionOpportunities } from './site-opportunities.js';

const MAX_OPPORTUNITIES = 9;
const priorityRank: Record<Level, number> = { high: 0, medium: 1, low: 2 };

/** What this player could gain, best first. */
export function opportunities(situation: Situation, settling: SettlingOutlook): readonly Opportunity[] {
  const all = [
    ...expansionOpportunities(situation, settling),
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
