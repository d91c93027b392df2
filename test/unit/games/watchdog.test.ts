import { expect, test } from 'vitest';
import { type Hang, HangDetector, type ProcessActivity } from '../../../proxy/games/server/watchdog.js';

/** Looks until it is judged to hang; undefined when it is not within so many. */
function looksUntilHang(
  activities: (look: number) => ProcessActivity | undefined,
  most = 1000,
): number | undefined {
  const judge = new HangDetector(activities(0));
  for (let look = 1; look <= most; look++) if (judge.sample(activities(look))) return look;
  return undefined;
}

/** How it hangs at last. */
function hangOf(activities: (look: number) => ProcessActivity): Hang | undefined {
  const judge = new HangDetector(activities(0));
  for (let look = 1; look <= 1000; look++) {
    const hang = judge.sample(activities(look));
    if (hang !== undefined) return hang;
  }
  return undefined;
}

test('a stopped game server counts as hung within 4 s of the probe', () => {
  expect(looksUntilHang(() => ({ ticks: 7, state: 'T' }))).toBe(7);
  expect(looksUntilHang((look) => ({ ticks: Math.min(look, 4), state: 'S' }))).toBe(4 + 7);
});

test('a game server that computes, or waits for the processor or the disk, does not count as hung', () => {
  expect(looksUntilHang((look) => ({ ticks: look, state: 'S' }), 300)).toBeUndefined();
  expect(looksUntilHang(() => ({ ticks: 7, state: 'R' }), 300)).toBeUndefined();
  expect(looksUntilHang(() => ({ ticks: 7, state: 'D' }), 300)).toBeUndefined();
  expect(looksUntilHang(() => undefined, 300)).toBeUndefined();
});

test('a game server that computes for three minutes on one answer counts as hung, in another way', () => {
  expect(looksUntilHang((look) => ({ ticks: look, state: 'R' }))).toBe(360);
  expect(hangOf((look) => ({ ticks: look, state: 'R' }))).toBe('busy');
  expect(hangOf(() => ({ ticks: 7, state: 'T' }))).toBe('idle');
});
