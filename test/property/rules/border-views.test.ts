import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BorderViews } from '../../../proxy/rules/movement/border-views.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const RADIUS_SQ = 5;
const { map } = worldAtTurn(1);

test('views of the border that moves are those of one that is drawn anew', () => {
  const steps = fc.array(fc.tuple(fc.nat(200), fc.boolean()), { minLength: 1, maxLength: 100 });
  let seen = 0;
  fc.assert(
    fc.property(steps, (changes) => {
      const known = new Set<number>();
      const isUnknown = (tile: number) => !known.has(tile);
      const [moved, drawn] = [new BorderViews(map), new BorderViews(map)];
      // Its views are counted from the beginning.
      moved.within(RADIUS_SQ);
      for (const [tile, isKnown] of changes) {
        if (isKnown) known.add(tile);
        else known.delete(tile);
        moved.moveAround(tile, isUnknown);
      }
      for (const tile of known) drawn.moveAround(tile, isUnknown);
      expect(moved.within(RADIUS_SQ)).toEqual(drawn.within(RADIUS_SQ));
      seen += drawn.within(RADIUS_SQ).filter((count) => count > 0).length;
    }),
    { numRuns: runs(50) },
  );
  expect(seen).toBeGreaterThan(0);
});
