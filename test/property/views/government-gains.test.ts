import fc from 'fast-check';
import { expect, test } from 'vitest';
import { realmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import { governmentGains } from '../../../proxy/views/advice/nation-orders.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from './world-changes.js';

const ME = 0;

/** The same world, of which nothing is kept: it has a table of tiles of its own. */
function forgotten(world: World): World {
  const tiles: World['tiles'] = new VersionedTable(0);
  for (const tile of world.tiles.values()) tiles.set(tile.tile, tile, world.tiles.versionOf(tile.tile));
  return { ...world, tiles };
}

test('what governments would bring is as if it were computed anew, whatever happens in between', () => {
  let compared = 0;
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 6 }), (steps) => {
      const world = worldAtTurn(60);
      governmentGains(realmBasis(world, ME));
      for (const step of steps) {
        happen(world, step);
        const gains = governmentGains(realmBasis(world, ME));
        expect(gains).toEqual(governmentGains(realmBasis(forgotten(world), ME)));
        compared += gains.length;
      }
    }),
    { numRuns: runs(12) },
  );
  expect(compared).toBeGreaterThan(20);
});
