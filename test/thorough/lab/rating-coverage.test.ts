import { expect, test } from 'vitest';
import { rate } from '../../../lab/arena/statistics/bradley-terry.js';
import type { SeededComparison } from '../../../lab/arena/statistics/comparisons.js';
import { ratingsWithIntervals } from '../../../lab/arena/statistics/rating-intervals.js';
import { seededRandom } from '../../support/seeded-random.js';

const TOURNAMENTS = 100;
/** Seeds from which the true ratings are computed: their own error is a point or two. */
const MANY_SEEDS = 3000;
const POINTS = 400 / Math.log(10);

interface Field {
  readonly name: string;
  readonly seeds: number;
  /** Elo points of each player. */
  readonly strengths: readonly number[];
  /** Standard deviation of what a map gives to a player, in Elo points. */
  readonly mapEffect: number;
}

const close = [0, 60, 150, 250, 300, 420];
const apart = [0, 200, 400, 600, 1000, 1400];
const fields: readonly Field[] = [
  { name: 'eight maps', seeds: 8, strengths: close, mapEffect: 0 },
  { name: 'eight maps that favour players', seeds: 8, strengths: close, mapEffect: 100 },
  { name: 'sixteen maps that favour players', seeds: 16, strengths: close, mapEffect: 100 },
  { name: 'players far apart', seeds: 16, strengths: apart, mapEffect: 0 },
];

/** The games of one seed: all players in each, once for every place. */
function gamesOf({ strengths, mapEffect }: Field, seed: number, random: () => number): SeededComparison[] {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const onMap = strengths.map((strength) => (strength + mapEffect * normal()) / POINTS);
  const weight = 2 / strengths.length;
  return strengths.flatMap(() => {
    const played = onMap.map((strength) => strength - Math.log(-Math.log(random())));
    return played.flatMap((own, first) =>
      played.slice(first + 1).map((other, rest) => ({
        ...{ seed, first: `p${first}`, second: `p${first + 1 + rest}`, weight },
        outcome: own > other ? 1 : 0,
      })),
    );
  });
}

/** In how many of the intervals of many tournaments the true rating is, of 100. */
function coverageOf(field: Field, random: () => number): number {
  const options = { fixed: new Map() };
  const seedsOf = (count: number) =>
    Array.from({ length: count }, (_, seed) => gamesOf(field, seed, random)).flat();
  const truth = new Map(rate(seedsOf(MANY_SEEDS), options).map(({ player, points }) => [player, points]));
  const held = Array.from({ length: TOURNAMENTS }, () =>
    ratingsWithIntervals(seedsOf(field.seeds), options).map(({ player, low, high }) => {
      const points = truth.get(player) ?? Number.NaN;
      return low <= points && points <= high;
    }),
  ).flat();
  return (100 * held.filter(Boolean).length) / held.length;
}

/** Of the neighbours whose order is said to be known in many tournaments: how many there are, and how many stand wrong. */
function knownOrders(field: Field, random: () => number) {
  const known = Array.from({ length: TOURNAMENTS }, () => {
    const games = Array.from({ length: field.seeds }, (_, seed) => gamesOf(field, seed, random)).flat();
    const table = ratingsWithIntervals(games, { fixed: new Map() });
    return table.flatMap(({ player, isAheadOfNext }, at) =>
      isAheadOfNext ? [strengthOf(field, player) > strengthOf(field, table[at + 1]?.player ?? '')] : [],
    );
  }).flat();
  return { count: known.length, wrong: known.filter((isRight) => !isRight).length };
}

function strengthOf({ strengths }: Field, player: string): number {
  return strengths[Number(player.slice(1))] ?? Number.NaN;
}

test('an order of neighbours that is said to be known is the true one in 97 of 100 cases', () => {
  const random = seededRandom(2);
  const found = fields.map((field) => ({ name: field.name, ...knownOrders(field, random) }));
  console.log(found);
  for (const { name, count, wrong } of found) expect([name, wrong <= count * 0.03]).toEqual([name, true]);
  // All neighbours that are 200 points apart or more, but for the last, whose games are all won.
  expect(found.at(-1)?.count).toBeGreaterThan(0.8 * 5 * TOURNAMENTS);
});

test('intervals of ratings hold the strength that players are made with in 95 of 100 cases', () => {
  const random = seededRandom(1);
  const found = fields.map((field) => [field.name, coverageOf(field, random)] as const);
  console.log(found.map(([name, coverage]) => `${name}: ${coverage.toFixed(1)} %`).join(', '));
  for (const [name, coverage] of found) expect([name, Math.abs(coverage - 95) <= 2.5]).toEqual([name, true]);
  const mean = found.reduce((sum, [, coverage]) => sum + coverage, 0) / found.length;
  expect(Math.abs(mean - 95)).toBeLessThanOrEqual(2);
});
