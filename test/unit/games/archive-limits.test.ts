import { expect, test } from 'vitest';
import { archivesOverLimit } from '../../../features/archive/retention.js';

const archives = [
  { gameId: 'new', bytes: 40, since: 900 },
  { gameId: 'oldest', bytes: 10, since: 100 },
  { gameId: 'old', bytes: 30, since: 500 },
];

function removed(bytes: number, age: number): readonly string[] {
  return archivesOverLimit(archives, { bytes, age }, 1000).map(({ gameId }) => gameId);
}

test('within the limits no archive is removed', () => {
  expect(removed(80, 900)).toEqual([]);
});

test('when archives take too much space the oldest are removed, and no more than necessary', () => {
  expect(removed(79, 1000)).toEqual(['oldest']);
  expect(removed(69, 1000)).toEqual(['oldest', 'old']);
  expect(removed(1, 1000)).toEqual(['oldest', 'old', 'new']);
});

test('archives that are too old are removed, whatever their size', () => {
  expect(removed(1000, 600)).toEqual(['oldest']);
});
