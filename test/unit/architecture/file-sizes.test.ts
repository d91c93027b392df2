import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.js';

const usual = 150;
const most = 300;

const sizes = sourceFiles(['shared', 'proxy', 'gateway', 'web', 'agent'])
  .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  .toSorted((a, b) => b.lines - a.lines);

function listed(limit: number): readonly string[] {
  return sizes.filter(({ lines }) => lines > limit).map(({ path, lines }) => `${lines} ${path}`);
}

test('no source file has more than 300 lines', () => {
  expect(listed(most)).toEqual([]);
});

test('nine files in ten have at most 150 lines', () => {
  const outliers = listed(usual);
  expect(outliers.length, outliers.join('\n')).toBeLessThanOrEqual(sizes.length / 10);
});

test('half the files have at most 100 lines', () => {
  expect(sizes[Math.floor(sizes.length / 2)]?.lines).toBeLessThanOrEqual(100);
});
