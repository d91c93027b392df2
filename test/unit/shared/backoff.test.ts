import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffDelay } from '#shared/core/backoff.js';

const failures = [0, 5, 6, 7, 10, 11, 1000];

test('the waits of a link are short at first, grow to their bound and are spread over all of it', () => {
  const link = { first: 500, max: 30_000, quick: 5, jitter: 1 };
  const ceilings = failures.map((count) => backoffDelay(count, link, () => 1));
  expect(ceilings).toEqual([500, 500, 1000, 2000, 16_000, 30_000, 30_000]);
  fc.assert(
    fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (count, random) => {
      const delay = backoffDelay(count, link, () => random);
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThanOrEqual(30_000);
    }),
  );
});

test('unless said otherwise a wait doubles from the first failure on, and half of it is drawn', () => {
  const waits = [0, 1, 2, 9].map((count) => backoffDelay(count, { first: 100, max: 8_000 }, () => 0));
  expect(waits).toEqual([50, 100, 200, 4_000]);
  expect(backoffDelay(1, { first: 100, max: 8_000, jitter: 0 }, () => 0.5)).toBe(200);
});
