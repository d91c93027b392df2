import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '#shared/core/seeded-random.js';
import {
  CENTRE_POINTS,
  type Comparison,
  expectedOutcome,
  rate,
} from '../../../../lab/arena/statistics/bradley-terry.js';
import type { SeededComparison } from '../../../../lab/arena/statistics/comparisons.js';
import { orderSentence, ratingsWithIntervals } from '../../../../lab/arena/statistics/rating-intervals.js';

const nobody = { fixed: new Map<string, number>() };
const names = ['ann', 'ben', 'cyd', 'dan'];

const comparison = fc
  .record({
    first: fc.constantFrom(...names),
    second: fc.constantFrom(...names),
    outcome: fc.constantFrom(0, 0.5, 1),
    weight: fc.constantFrom(0.5, 1),
  })
  .filter(({ first, second }) => first !== second);
const comparisons = fc.array(comparison, { minLength: 1, maxLength: 60 });

function pointsOf(games: readonly Comparison[], options = nobody): ReadonlyMap<string, number> {
  return new Map(rate(games, options).map(({ player, points }) => [player, points]));
}

function times(count: number, game: Comparison): Comparison[] {
  return Array.from({ length: count }, () => game);
}

function won(first: string, second: string, outcome = 1): Comparison {
  return { first, second, outcome, weight: 1 };
}

it('ratings of two players are what the quotient of their wins says', () => {
  const games = [...times(30_000, won('ann', 'ben')), ...times(10_000, won('ben', 'ann'))];
  const points = pointsOf(games);
  expect((points.get('ann') ?? 0) - (points.get('ben') ?? 0)).toBeCloseTo(400 * Math.log10(3), 1);
});

it('ratings do not depend on the order of games, nor on who is named first', () => {
  fc.assert(
    fc.property(comparisons, (games) => {
      const turned = games.toReversed().map(({ first, second, outcome, weight }) => ({
        ...{ first: second, second: first, outcome: 1 - outcome, weight },
      }));
      const before = pointsOf(games);
      for (const [player, points] of pointsOf(turned)) expect(points).toBeCloseTo(before.get(player) ?? 0, 3);
    }),
  );
});

it('ratings of all players have the centre as their mean, unless some are fixed', () => {
  fc.assert(
    fc.property(comparisons, (games) => {
      const all = [...pointsOf(games).values()];
      expect(all.reduce((sum, points) => sum + points, 0) / all.length).toBeCloseTo(CENTRE_POINTS, 3);
      const fixed = new Map([['ann', 1300]]);
      expect(pointsOf(games, { fixed }).get('ann') ?? 1300).toBe(1300);
    }),
  );
});

it('ratings go up with one more win and are the same for all who only draw', () => {
  fc.assert(
    fc.property(comparisons, (games) => {
      const known = [...games, won('ann', 'ben', 0.5)];
      const more = [...known, won('ann', 'ben')];
      const lead = (points: ReadonlyMap<string, number>) =>
        (points.get('ann') ?? 0) - (points.get('ben') ?? 0);
      expect(lead(pointsOf(more))).toBeGreaterThan(lead(pointsOf(known)));
      const drawn = games.map((game) => ({ ...game, outcome: 0.5 }));
      for (const points of pointsOf(drawn).values()) expect(points).toBeCloseTo(CENTRE_POINTS, 3);
    }),
  );
});

it('ratings stay finite for a player that has won or lost every game', () => {
  const [ann, ben] = rate(times(20, won('ann', 'ben')), nobody);
  expect(ann?.points).toBeGreaterThan(CENTRE_POINTS + 200);
  expect(ben?.points).toBeLessThan(CENTRE_POINTS - 200);
  expect(ann?.error).toBeGreaterThan(50);
});

/** Games of four players of known strength, each pair once a seed. */
function played(truth: ReadonlyMap<string, number>, seeds: number, random: () => number): SeededComparison[] {
  const games: SeededComparison[] = [];
  for (let seed = 0; seed < seeds; seed += 1)
    for (const [at, first] of names.entries())
      for (const second of names.slice(at + 1)) {
        const chance = expectedOutcome(truth.get(first) ?? 0, truth.get(second) ?? 0);
        games.push({ first, second, outcome: random() < chance ? 1 : 0, weight: 1, seed });
      }
  return games;
}

describe('intervals of ratings', () => {
  const truth = new Map(names.map((name, index) => [name, CENTRE_POINTS + (index - 1.5) * 150]));

  it('the intervals of ratings hold the true rating in more than nine of ten cases', () => {
    const random = seededRandom(11);
    let held = 0;
    const tournaments = 10;
    for (let tournament = 0; tournament < tournaments; tournament += 1)
      for (const { player, low, high } of ratingsWithIntervals(played(truth, 20, random), nobody)) {
        const points = truth.get(player) ?? 0;
        if (low <= points && points <= high) held += 1;
      }
    expect(held / (tournaments * names.length)).toBeGreaterThan(0.9);
  });

  it('the intervals are the same for the same games, narrower with more, none for fixed ratings', () => {
    const few = played(truth, 8, seededRandom(2));
    const many = played(truth, 80, seededRandom(2));
    expect(ratingsWithIntervals(few, nobody)).toEqual(ratingsWithIntervals(few, nobody));
    const width = (games: readonly SeededComparison[]) => {
      const ann = ratingsWithIntervals(games, nobody).find(({ player }) => player === 'ann');
      return (ann?.high ?? 0) - (ann?.low ?? 0);
    };
    expect(width(many)).toBeLessThan(width(few) / 2);
    const fixed = ratingsWithIntervals(few, { fixed: new Map([['ann', 900]]) });
    expect(fixed.find(({ player }) => player === 'ann')).toMatchObject({ points: 900, low: 900, high: 900 });
  });

  it('the intervals of ratings of one seed are as wide as the curvature says', () => {
    const [best] = ratingsWithIntervals(played(truth, 1, seededRandom(3)), nobody);
    expect((best?.high ?? 0) - (best?.low ?? 0)).toBeGreaterThan(200);
  });
});

it('neighbours whose distance is above zero on each map are told apart, others are named', () => {
  const seeds = Array.from({ length: 12 }, (_, seed) => seed);
  const games = seeds.flatMap((seed) =>
    [
      // On every map ann loses one of four games to ben, who is level with cyd.
      ...[1, 1, 1, 0].map((outcome) => won('ann', 'ben', outcome)),
      ...[1, 1, 1, 0].map((outcome) => won('ann', 'cyd', outcome)),
      won('ben', 'cyd', seed % 2),
    ].map((game) => ({ ...game, seed })),
  );
  const table = ratingsWithIntervals(games, nobody);
  expect(table.map(({ isAheadOfNext }) => isAheadOfNext)).toEqual([true, false, false]);
  expect(orderSentence(table, (player) => player).replace(/ben and cyd|cyd and ben/, 'a draw')).toBe(
    'At the 95 % level the order of these neighbours is not known: a draw. That of all others is.',
  );
  expect(orderSentence(table.slice(0, 2), (player) => player)).toContain('of all neighbours is known');
});
