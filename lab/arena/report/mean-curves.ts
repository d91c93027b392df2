import type { MatchResult } from '../play/match-result.js';
import { estimate } from '../statistics/estimate.js';
import { groupBy } from '../statistics/group-by.js';
import type { Series } from './charts.js';
import { colorOf } from './series-colors.js';

/** The mean score, cities or technologies of each contestant as each turn began, over the seeds of all matches that count. */
export function meanCurves(
  matches: readonly MatchResult[],
  contestants: readonly string[],
  column: 1 | 2 | 3,
): readonly Series[] {
  const counted = matches.filter(({ status }) => status !== 'invalid');
  return contestants.flatMap((contestant) => {
    const cells = counted.flatMap(({ seed, players }) =>
      players.flatMap((one) =>
        one.contestant === contestant
          ? one.curve.map((entry) => ({ seed, turn: entry[0], value: entry[column] }))
          : [],
      ),
    );
    const points = [...groupBy(cells, ({ turn }) => turn)]
      .toSorted(([a], [b]) => a - b)
      .map(([turn, entries]) => ({ x: turn, ...meanOverSeeds(entries) }));
    return points.length === 0 ? [] : [{ name: contestant, color: colorOf(contestant, contestants), points }];
  });
}

/** Games on one map are no independent samples: they are one value. */
function meanOverSeeds(entries: readonly { readonly seed: number; readonly value: number }[]) {
  const means = [...groupBy(entries, ({ seed }) => seed).values()].map(
    (group) => group.reduce((sum, { value }) => sum + value, 0) / group.length,
  );
  const { mean, margin } = estimate(means);
  return { y: mean, margin: Number.isFinite(margin) ? margin : 0 };
}
