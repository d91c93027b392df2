import { expect, test } from 'vitest';
import { GlobalSendBuffer } from '../../../gateway/limits/global-send-buffer.js';

/** A buffer of 100 bytes with three readers; the names of those it closes, and each total. */
function buffer() {
  const closed: string[] = [];
  const totals: number[] = [];
  const readers = ['a', 'b', 'c'].map((name) => ({ disconnectSlow: () => closed.push(name) }));
  const all = new GlobalSendBuffer(100);
  const set = (reader: number, bytes: number): void => {
    const of = readers[reader];
    if (of === undefined) return;
    all.set(of, bytes);
    totals.push(all.total);
  };
  return { all, set, closed, totals };
}

type Step = readonly [reader: number, bytes: number];

test.each<readonly [string, readonly Step[], readonly number[], readonly string[]]>([
  ['one reader within the limit', [[0, 100]], [100], []],
  ['one byte over the limit', [[0, 101]], [101], ['a']],
  [
    'two readers that fill it',
    [
      [0, 40],
      [1, 60],
    ],
    [40, 100],
    [],
  ],
  [
    'the one that has most unread is closed',
    [
      [0, 40],
      [1, 60],
      [2, 1],
    ],
    [40, 100, 101],
    ['b'],
  ],
  [
    'of equals the first is closed',
    [
      [0, 60],
      [1, 60],
    ],
    [60, 120],
    ['a'],
  ],
  [
    'another number replaces the one before',
    [
      [0, 90],
      [0, 30],
      [1, 60],
    ],
    [90, 30, 90],
    [],
  ],
  [
    'the same number is no change',
    [
      [0, 90],
      [0, 90],
    ],
    [90, 90],
    [],
  ],
  ['nothing unread is nothing', [[0, 0]], [0], []],
  [
    'who has read all is forgotten',
    [
      [0, 90],
      [0, 0],
      [1, 95],
      [2, 10],
    ],
    [90, 0, 95, 105],
    ['b'],
  ],
  [
    'it is closed again while it is over',
    [
      [0, 150],
      [1, 5],
    ],
    [150, 155],
    ['a', 'a'],
  ],
])('unread bytes of all agents: %s', (_case, steps, totals, closed) => {
  const made = buffer();
  for (const [reader, bytes] of steps) made.set(reader, bytes);
  expect(made.totals).toEqual(totals);
  expect(made.closed).toEqual(closed);
  expect(made.all.total).toBe(totals.at(-1) ?? 0);
});
