import type { Opportunity } from '#shared/protocol/state/prospects.js';
import { displayName } from '../../rules/lookup/names.js';
import { unitsOn } from '../../rules/lookup/tiles.js';
import { relationBetween } from '../entities/relations.js';
import { nearestCity } from './place-words.js';
import { isFighter, type Situation } from './situation.js';

const MAX_CONQUESTS = 2;
const REACH = 12;

/** Cities of players we are at war with that are seen to stand without defenders, nearest first. */
export function conquests({ world, me, cities, units }: Situation): readonly Opportunity[] {
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
      description: `${nation(world, city.owner)} city ${city.name} (size ${city.size}) is seen without defenders, ${distance} tiles from ours`,
      priority: 'high',
      locations: [world.map.position(city.tile)],
      player_id: city.owner,
      city_id: city.id,
    }));
}

/** In sight, and nobody in it who fights. A city out of sight is not known to be open. */
function isOpen(world: Situation['world'], tile: number): boolean {
  if (world.tiles.get(tile)?.known !== 'TILE_KNOWN_SEEN') return false;
  const city = [...world.cities.values()].find((one) => one.tile === tile);
  return city?.occupied !== true && !unitsOn(world, tile).some((unit) => isFighter(world, unit));
}

function nation(world: Situation['world'], owner: number): string {
  const player = world.players.get(owner);
  return displayName(world.ruleset.nations.get(player?.nation ?? -1)?.adjective ?? 'Foreign');
}
