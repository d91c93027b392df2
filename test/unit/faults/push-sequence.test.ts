import { expect, test } from 'vitest';
import { PushSequence } from '../../support/faults/push-sequence.js';

test('a push that is missing or comes again is found out, unless a gap or a resync was told', () => {
  const sequence = new PushSequence();
  expect([1, 2].map((seq) => sequence.take(seq))).toEqual([undefined, undefined]);
  expect(sequence.take(2)).toBe('push 2 came again');
  expect(sequence.take(5)).toBe('pushes 3 to 4 are missing');
  expect(sequence.take(9, { status: 'gap', from_seq: 6, to_seq: 9 })).toBeUndefined();
  sequence.resync();
  expect(sequence.take(40)).toBeUndefined();
  expect(sequence.last).toBe(40);
  sequence.reset();
  expect(sequence.take(1)).toBeUndefined();
});
