import { expect, test } from 'vitest';
import { isSound, type SoakReport, shownSoak, soakPage } from '../../../../lab/soak/soak-report.js';
import { type TrendPoint, trendOf } from '../../../../lab/soak/trend.js';
import { seededRandom } from '../../../support/seeded-random.js';

/** A figure each ten seconds of so many minutes: a line with noise, saw teeth of collections above it, and a warm-up. */
function run(minutes: number, perMinute: number, noise: number, seed = 1): readonly TrendPoint[] {
  const random = seededRandom(seed);
  return Array.from({ length: minutes * 6 }, (_, index) => {
    const minute = index / 6;
    const warmUp = 50 * Math.exp(-minute / 3);
    return { minute, value: 200 - warmUp + perMinute * minute + noise * (random() - 0.5) + (index % 7) * 3 };
  });
}

test('a figure that does not grow is flat, however much garbage waits for its collection', () => {
  for (let seed = 1; seed <= 20; seed += 1) expect(trendOf(run(60, 0, 2, seed), 1)?.verdict).toBe('flat');
});

test('a figure that grows by more than is allowed is found, and its interval has the truth in it', () => {
  let within = 0;
  for (let seed = 1; seed <= 100; seed += 1) {
    const trend = trendOf(run(60, 0.3, 4, seed), 1);
    expect(trend?.verdict).toBe('grows');
    if (trend !== undefined && trend.low <= 3 && trend.high >= 3) within += 1;
  }
  // 95 of 100 are expected; the noise of one run in hundreds is worse.
  expect(within).toBeGreaterThanOrEqual(88);
});

test('a run in which noise hides the growth is unclear, and a short one says nothing', () => {
  expect(trendOf(run(20, 0.1, 60), 1)?.verdict).toBe('unclear');
  expect(trendOf(run(5, 0.3, 0), 1)).toBeUndefined();
  expect(trendOf([], 1)).toBeUndefined();
});

test('what is counted and stays the same is flat with an interval of nothing', () => {
  const points = Array.from({ length: 240 }, (_, index) => ({ minute: index / 6, value: 25 }));
  expect(trendOf(points, 0.5)).toMatchObject({ slope: 0, low: 0, high: 0, verdict: 'flat' });
});

function report(points: readonly TrendPoint[], more: Partial<SoakReport> = {}): SoakReport {
  return {
    machine: { cpu: 'A', cores: 2, memory_gb: 4, system: 'Linux', node: '20.0.0', load: 0 },
    minutes: 60,
    lives: { gamesEnded: 3, turns: 60, comings: 9, spectators: 10, problems: [] },
    series: [{ name: 'gateway: <heap>', unit: 'MB', maxInTenMinutes: 1, points }],
    left: [],
    ...more,
  };
}

test('a soak is sound when nothing grows, nothing is left and nothing went wrong', () => {
  expect(isSound(report(run(60, 0, 2)))).toBe(true);
  expect(isSound(report(run(60, 0.5, 2)))).toBe(false);
  expect(isSound(report(run(60, 0, 2), { left: ['game servers: 0 before, 1 after'] }))).toBe(false);
  const problems = ['soak-1-1: lost'];
  const wrong = report(run(60, 0, 2), { lives: { ...report([]).lives, problems } });
  expect(isSound(wrong)).toBe(false);
  expect(shownSoak(wrong)).toContain('PROBLEM soak-1-1: lost');
});

test('the page has a plot of each figure, and what it shows is text and no markup', () => {
  const page = soakPage(report(run(60, 0.5, 2)));
  expect(page.match(/<svg /g)).toHaveLength(1);
  expect(page).toContain('class="grows"');
  expect(page).not.toContain('<heap>');
  expect(page).not.toContain('NaN');
});
