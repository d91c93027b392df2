import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasMoreToExplore } from '../../../proxy/rules/movement/exploration.js';
import {
  edgeOfKnownLand,
  unexploredContinents,
} from '../../../proxy/rules/movement/unexplored-continents.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from '../views/world-changes.js';

/** What is left to explore: the units that can, the edge of the known land and its continents. */
function exploration(world: World): readonly unknown[] {
  const units = [...world.units.values()].filter((unit) => hasMoreToExplore(world, unit));
  return [units.map(({ id }) => id), edgeOfKnownLand(world), [...unexploredContinents(world)]];
}

/** Some tiles come into sight, or are unknown again. */
function see(world: World, places: readonly number[], isKnown: boolean): void {
  for (const place of places) {
    const tile = world.tiles.get(place);
    const known = isKnown ? 'TILE_KNOWN_SEEN' : 'TILE_UNKNOWN';
    if (tile !== undefined) world.tiles.set(place, { ...tile, known }, markChanged(world));
  }
  commit(world);
}

test('what is left to explore is that of a world looked at anew, whatever comes into sight or is lost', () => {
  const somewhere = fc.array(fc.nat(3999), { minLength: 1, maxLength: 20 });
  const sight = fc.record({ places: somewhere, isKnown: fc.boolean() });
  const steps = fc.array(fc.oneof(changes, sight, sight), { minLength: 1, maxLength: 8 });
  // Places that are lost from sight one after the other: in every run there are different results.
  const lost = [300, 900, 1500, 2100, 2700, 3300, 3900, 50].map((place) => ({
    places: Array.from({ length: 20 }, (_, at) => (place + 7 * at) % 4000),
    isKnown: false,
  }));
  const results = new Set<string>();
  fc.assert(
    fc.property(fc.constantFrom(1, 3, 10, 500), steps, (perMille, happenings) => {
      const world = worldAtTurn(30);
      const all = [...world.tiles.values()].map(({ tile }) => tile);
      see(
        world,
        all.filter((tile) => (tile * 7919) % 1000 < perMille),
        false,
      );
      exploration(world);
      for (const next of happenings) {
        if ('places' in next) see(world, next.places, next.isKnown);
        else happen(world, next);
        const now = exploration(world);
        // Nothing is kept for another world.
        expect(now).toEqual(exploration({ ...world }));
        results.add(JSON.stringify(now));
      }
    }),
    { numRuns: runs(8), examples: [[10, lost]] },
  );
  expect(results.size).toBeGreaterThan(4);
});
