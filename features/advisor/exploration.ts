import type { Opportunity } from '#shared/protocol/state/prospects.js';
import { firstNeighbour, MAX_NEIGHBOURS, neighbourTable } from '../../proxy/rules/lookup/adjacency.js';
import { knownTile } from '../../proxy/rules/lookup/tiles.js';
import { knownVillages } from '../../proxy/rules/movement/exploration.js';
import { edgeOfKnownLand } from '../../proxy/rules/movement/unexplored-continents.js';
import type { MapGeometry } from '../../proxy/world/map-geometry.js';
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
  const places = nearestAround(situation, ends).map((place) => shown(situation, place));
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

/** What the search in rings knows of a tile. */
const WANTED = 1;
const REACHED = 2;

/** The nearest of many tiles, looked for in rings around own units and cities: those near are found soon. */
function nearestAround(situation: Situation, tiles: readonly number[]): readonly Place[] {
  const { map } = situation.world;
  const marks = new Uint8Array(map.tileCount);
  for (const tile of tiles) marks[tile] = WANTED;
  let ring: readonly number[] = tiles.length === 0 ? [] : [...ownPlaces(situation)];
  for (const tile of ring) marks[tile] = REACHED;
  const found: Place[] = [];
  for (let distance = 1; ring.length > 0 && found.length < MAX_PLACES; distance += 1)
    ring = ringAround(map, ring, marks, (tile) => found.push({ tile, distance }));
  return nearestFirst(found);
}

/** The tiles beside those of a ring that were not reached before, and now are; `onWanted` is called for each that is wanted. */
function ringAround(
  map: MapGeometry,
  ring: readonly number[],
  marks: Uint8Array,
  onWanted: (tile: number) => void,
): readonly number[] {
  const table = neighbourTable(map);
  const next: number[] = [];
  for (const from of ring) {
    const first = firstNeighbour(map, table, from);
    for (let at = first; at < first + MAX_NEIGHBOURS; at += 1) {
      const tile = table[at] ?? -1;
      if (tile < 0) break;
      if (marks[tile] === REACHED) continue;
      if (marks[tile] === WANTED) onWanted(tile);
      marks[tile] = REACHED;
      next.push(tile);
    }
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
