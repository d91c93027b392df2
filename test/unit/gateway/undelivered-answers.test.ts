import { expect, test } from 'vitest';
import { UndeliveredAnswers } from '../../../gateway/session/session-answers.js';

test('the last answers wait for a socket, bounded by number and by size, and are taken once', () => {
  const undelivered = new UndeliveredAnswers();
  for (let number = 1; number <= 200; number++) undelivered.add(String(number));
  expect(undelivered.held).toEqual(Array.from({ length: 128 }, (_, index) => String(index + 73)));
  for (let number = 0; number < 50; number++) undelivered.add(`${number}`.padEnd(100_000, '.'));
  expect(undelivered.held).toHaveLength(20);
  expect(undelivered.drain().at(-1)).toMatch(/^49\./);
  expect(undelivered.drain()).toEqual([]);
});

test('an answer too large for all is kept alone', () => {
  const undelivered = new UndeliveredAnswers();
  undelivered.add('small');
  undelivered.add('x'.repeat(5 << 20));
  expect(undelivered.held).toHaveLength(1);
});
