import { expect, test } from 'vitest';
import type { RecordKind } from '#shared/protocol/spectator/recording-format.js';
import { isDue } from '../../../features/watching/recording/recording-reader.js';

const record = (kind: RecordKind, turn: number, at = 0) => ({ kind, turn, at, offset: 0, length: 0 });

test('with a delay in turns nothing is shown before that many whole turns were played since', () => {
  const delay = { turns: 3, seconds: 0 };
  const at = (turn: number) => ({ turn, now: 0 });
  expect(isDue(record('turn', 5), delay, at(7))).toBe(false);
  expect(isDue(record('turn', 5), delay, at(8))).toBe(true);
  expect(isDue(record('keyframe', 5), delay, at(8))).toBe(true);
  // What happened in turn 5 may have happened at its end.
  expect(isDue(record('update', 5), delay, at(8))).toBe(false);
  expect(isDue(record('update', 5), delay, at(9))).toBe(true);
  expect(isDue(record('snapshot', 5), delay, at(8))).toBe(false);
});

test('with a delay in seconds each frame is shown after that time', () => {
  const delay = { turns: 0, seconds: 30 };
  expect(isDue(record('update', 5, 1000), delay, { turn: 5, now: 30_999 })).toBe(false);
  expect(isDue(record('update', 5, 1000), delay, { turn: 5, now: 31_000 })).toBe(true);
});
