import type { Opportunity } from '#shared/protocol/state/prospects.js';
import { knownTile } from '../rules/lookup/tiles.js';
import { knownVillages } from '../rules/movement/exploration.js';
import { edgeOfKnownLand } from '../rules/movement/unexplored-continents.js';
import type { Situation } from './situation.js';

const MAX_PLACES = 3;
const HUT_REACH = 15;

/** Villages that may be entered, nearest to an own unit or city first. */
export function nearestHuts(situation: Situation): readonly Place[] {
  return nearestTiles(situation, knownVillages(situation.world), HUT_REACH);
}

/** The opportunity of the nearest huts that are known; none where none is. */
export function hutOpportunities(situation: Situation): readonly Opportunity[] {
  const places = nearestHuts(situation).map((place) => shown(situation, place));
  if (places.length === 0) return [];
  return [
    {
      type: 'hut',
      description: 'A village to enter: gold, a tech or units, or barbarians',
      priority: 'medium',
      locations: places,
    },
  ];
}

/** Where the known land ends, on land where we stand. */
export function explorationOpportunities(situation: Situation): readonly Opportunity[] {
  const { world, units, cities } = situation;
  const continents = new Set([...units, ...cities].map(({ tile }) => knownTile(world, tile)?.continent));
  const ends = edgeOfKnownLand(world).filter((index) => {
    const continent = knownTile(world, index)?.continent ?? 0;
    return continent > 0 && continents.has(continent);
  });
  const places = nearestTiles(situation, ends, Number.POSITIVE_INFINITY).map((place) =>
    shown(situation, place),
  );
  if (places.length === 0) return [];
  return [
    { type: 'exploration', description: 'Unknown land begins here', priority: 'low', locations: places },
  ];
}

interface Place {
  /** Tile index. */
  readonly tile: number;
  /** From the nearest own unit or city, in tiles. */
  readonly distance: number;
}

function shown({ world }: Situation, { tile, distance }: Place) {
  return { ...world.map.position(tile), distance };
}

function nearestTiles(situation: Situation, tiles: readonly number[], reach: number): readonly Place[] {
  const { world, units, cities } = situation;
  const origins = [...new Set([...units, ...cities].map(({ tile }) => tile))];
  const found: Place[] = [];
  for (const tile of tiles) {
    let distance = Number.POSITIVE_INFINITY;
    for (const origin of origins) distance = Math.min(distance, world.map.distance(origin, tile));
    if (distance > 0 && distance <= reach) found.push({ tile, distance });
  }
  return found.sort((a, b) => a.distance - b.distance || a.tile - b.tile).slice(0, MAX_PLACES);
}
