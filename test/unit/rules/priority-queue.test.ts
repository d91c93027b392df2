import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PriorityQueue } from '../../../proxy/rules/movement/priority-queue.js';

test('pop returns every item once, the smallest rank first', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (ranks) => {
      const queue = new PriorityQueue<number>();
      for (const rank of ranks) queue.push(rank, rank);
      const out = ranks.map(() => queue.pop());
      expect(out).toEqual(ranks.toSorted((a, b) => a - b));
      expect(queue.pop()).toBeUndefined();
    }),
  );
});

test('items can be pushed between pops', () => {
  const queue = new PriorityQueue<string>();
  queue.push('late', 9);
  queue.push('early', 1);
  expect(queue.pop()).toBe('early');
  queue.push('between', 5);
  expect([queue.pop(), queue.pop(), queue.size]).toEqual(['between', 'late', 0]);
});
