import { expect, test } from 'vitest';
import { HangDetector, type ProcessActivity } from '../../../proxy/games/server/watchdog.js';

/** Looks until it is judged to hang; undefined when it is not within so many. */
function looksUntilHang(
  activities: (look: number) => ProcessActivity | undefined,
  most = 1000,
): number | undefined {
  const judge = new HangDetector(activities(0));
  for (let look = 1; look <= most; look++) if (judge.sample(activities(look))) return look;
  return undefined;
}

test('a game server that is stopped is judged to hang within 4 s of its question', () => {
  expect(looksUntilHang(() => ({ ticks: 7, state: 'T' }))).toBe(7);
  expect(looksUntilHang((look) => ({ ticks: Math.min(look, 4), state: 'S' }))).toBe(4 + 7);
});

test('a game server that computes, waits for a processor or for a disk does not hang', () => {
  expect(looksUntilHang((look) => ({ ticks: look, state: 'S' }), 300)).toBeUndefined();
  expect(looksUntilHang(() => ({ ticks: 7, state: 'R' }), 300)).toBeUndefined();
  expect(looksUntilHang(() => ({ ticks: 7, state: 'D' }), 300)).toBeUndefined();
  expect(looksUntilHang(() => undefined, 300)).toBeUndefined();
});

test('a game server that computes for three minutes over one answer hangs', () => {
  expect(looksUntilHang((look) => ({ ticks: look, state: 'R' }))).toBe(360);
});
