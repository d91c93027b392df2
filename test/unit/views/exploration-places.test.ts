import { expect, test } from 'vitest';
import { explorationOpportunities } from '../../../features/advisor/exploration.js';
import { type Situation, situationOf } from '../../../features/advisor/situation.js';
import { knownTile } from '../../../proxy/rules/lookup/tiles.js';
import { edgeOfKnownLand } from '../../../proxy/rules/movement/unexplored-continents.js';
import { commit, markChanged } from '../../../proxy/world/world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** Each place of the edge of the known land with its distance from what the seat has, the nearest first. */
function allPlaces({ world, units, cities }: Situation) {
  const own = [...units, ...cities].map(({ tile }) => tile);
  const continents = new Set(own.map((tile) => knownTile(world, tile)?.continent));
  return edgeOfKnownLand(world)
    .filter((tile) => {
      const continent = knownTile(world, tile)?.continent ?? 0;
      return continent > 0 && continents.has(continent);
    })
    .map((tile) => ({ tile, distance: Math.min(...own.map((from) => world.map.distance(from, tile))) }))
    .filter(({ distance }) => distance > 0)
    .sort((a, b) => a.distance - b.distance || a.tile - b.tile)
    .map(({ tile, distance }) => ({ ...world.map.position(tile), distance }));
}

test.each([1, 2, 3, 5, 8, 13])(
  'where the known land ends the nearest three places are shown, radius %i',
  (radius) => {
    const world = worldAtTurn(30);
    const [city] = situationOf(world).cities;
    for (const tile of [...world.tiles.values()])
      if (world.map.distance(tile.tile, city?.tile ?? 0) > radius)
        world.tiles.set(tile.tile, { ...tile, known: 'TILE_UNKNOWN' }, markChanged(world));
    commit(world);
    const situation = situationOf(world);
    const shown = explorationOpportunities(situation).flatMap(({ locations = [] }) => locations);
    expect(shown.length).toBeGreaterThan(0);
    expect(shown).toEqual(allPlaces(situation).slice(0, 3));
  },
);
