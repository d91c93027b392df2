import { expect, test } from 'vitest';
import { type PairedRun, pairedRatios, pairedTable } from '../../../../lab/bench/support/paired-figures.js';

function pair(here: number, there: number, name = 'CPU'): PairedRun {
  const figure = (value: number) => [{ bench: 'games', name, value, unit: 'ms' }];
  return { here: figure(here), there: figure(there) };
}

test('paired benches of machines of any speed give the ratio of both trees, and an interval that holds it', () => {
  const [ratio] = pairedRatios([pair(10, 20), pair(50, 100), pair(21, 40), pair(39, 80)]);
  expect(ratio?.ratio).toBeCloseTo(0.5, 1);
  expect(ratio?.interval[0]).toBeLessThan(0.5);
  expect(ratio?.interval[1]).toBeGreaterThan(0.5);
  expect(ratio?.interval[1]).toBeLessThan(0.6);
  expect(pairedTable([pair(10, 20)])).toBe('CPU: 10.0 ms here, 20.0 ms there, ratio 0.500');
});

test('figures that one tree lacks or that are 0 have no ratio', () => {
  expect(pairedRatios([{ here: pair(1, 1).here, there: pair(1, 1, 'other').there }])).toEqual([]);
  expect(pairedRatios([pair(0, 1)])).toEqual([]);
});
