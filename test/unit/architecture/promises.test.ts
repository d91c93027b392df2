import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.js';

/** Those of the gateway; 16 needs Redis, 19 takes a day, 20 is the spectators', 22 the codec's. */
const promised = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 21];

test('each promise of the gateway has a test that bears its number', () => {
  const titles = sourceFiles(['test'])
    .flatMap(({ text }) => [...text.matchAll(/test[^(]*(?:\([^)]*\))?\(\s*'promises? ([\d, and]+):/g)])
    .flatMap(([, numbers = '']) => [...numbers.matchAll(/\d+/g)].map(([number]) => Number(number)));
  expect(promised.filter((number) => !titles.includes(number))).toEqual([]);
});
