import type { Opportunity } from '#shared/protocol/state/prospects.js';
import { stepsFrom } from '../../proxy/rules/lookup/adjacency.js';
import { knownTile } from '../../proxy/rules/lookup/tiles.js';
import { knownVillages } from '../../proxy/rules/movement/exploration.js';
import { edgeOfKnownLand } from '../../proxy/rules/movement/unexplored-continents.js';
import type { World } from '../../proxy/world/world.js';
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
  const places = nearestAround(situation, new Set(ends)).map((place) => shown(situation, place));
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

/** The tiles of own units and cities, each once. */
function ownPlaces({ units, cities }: Situation): ReadonlySet<number> {
  return new Set([...units, ...cities].map(({ tile }) => tile));
}

/** The nearest of many tiles, looked for in rings around own units and cities: those near are found soon. */
function nearestAround(situation: Situation, tiles: ReadonlySet<number>): readonly Place[] {
  const reached = new Set(ownPlaces(situation));
  const found: Place[] = [];
  let ring: readonly number[] = tiles.size === 0 ? [] : [...reached];
  for (let distance = 1; ring.length > 0 && found.length < MAX_PLACES; distance += 1) {
    ring = ringAround(situation.world, ring, reached);
    for (const tile of ring) if (tiles.has(tile)) found.push({ tile, distance });
  }
  return nearestFirst(found);
}

/** The tiles beside those of a ring that were not `reached` before, and now are. */
function ringAround({ map }: World, ring: readonly number[], reached: Set<number>): readonly number[] {
  const next: number[] = [];
  for (const from of ring)
    for (const { tile } of stepsFrom(map, from)) {
      if (reached.has(tile)) continue;
      reached.add(tile);
      next.push(tile);
    }
  return next;
}

function nearestFirst(found: readonly Place[]): readonly Place[] {
  return found.toSorted((a, b) => a.distance - b.distance || a.tile - b.tile).slice(0, MAX_PLACES);
}

function nearestTiles(situation: Situation, tiles: readonly number[], reach: number): readonly Place[] {
  const { world } = situation;
  const origins = [...ownPlaces(situation)];
  const found: Place[] = [];
  for (const tile of tiles) {
    let distance = Number.POSITIVE_INFINITY;
    for (const origin of origins) distance = Math.min(distance, world.map.distance(origin, tile));
    if (distance > 0 && distance <= reach) found.push({ tile, distance });
  }
  return nearestFirst(found);
}
