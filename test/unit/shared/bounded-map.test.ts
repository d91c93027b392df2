import { expect, test } from 'vitest';
import { BoundedMap } from '#shared/core/bounded-map.js';

test('beyond the maximum the oldest entry goes, and one that is set again is the newest', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.set('c', 4);
  expect([map.get('a'), map.get('b'), map.get('c'), map.size]).toEqual([3, undefined, 4, 2]);
  map.delete('c');
  map.set('d', 5);
  expect([map.get('a'), map.get('c'), map.get('d'), map.size]).toEqual([3, undefined, 5, 2]);
});
