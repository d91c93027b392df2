import { expect, test } from 'vitest';
import { growthExponent } from '../../../../lab/bench/support/growth-exponent.js';

test('the growth of a cost is told as the power of the size that it follows', () => {
  const cost = (power: number) => [50, 100, 200, 300].map((size) => [size, 7 * size ** power] as const);
  expect(growthExponent(cost(2))).toBeCloseTo(2, 6);
  expect(growthExponent(cost(0))).toBeCloseTo(0, 6);
  expect(growthExponent(cost(0.5))).toBeCloseTo(0.5, 6);
});
