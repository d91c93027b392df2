import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffDelay } from '../../../gateway/link/proxy-link.js';

test('the waits are short at first, grow to their bound and are spread over all of it', () => {
  const bounds = { first: 500, max: 30_000 };
  const ceilings = [0, 5, 6, 7, 10, 11, 1000].map((attempt) => backoffDelay(attempt, bounds, () => 1));
  expect(ceilings).toEqual([500, 500, 1000, 2000, 16_000, 30_000, 30_000]);
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const delay = backoffDelay(attempt, bounds, () => random);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThanOrEqual(30_000);
    }),
  );
});
