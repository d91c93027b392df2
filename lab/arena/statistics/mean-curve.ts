import type { MatchResult } from '../play/match-result.js';
import { estimate } from './estimate.js';
import { groupBy } from './group-by.js';

/** A column of the curve of a match: score, cities or technologies. */
export type CurveColumn = 1 | 2 | 3;

/** What a contestant had as each turn began, with the half width of its 95 per cent band: means over the seeds of all matches that count. */
export function meanCurve(
  matches: readonly MatchResult[],
  contestant: string,
  column: CurveColumn,
): readonly (readonly [turn: number, mean: number, margin: number])[] {
  const cells = matches
    .filter(({ status }) => status !== 'invalid')
    .flatMap(({ seed, players }) =>
      players
        .filter((one) => one.contestant === contestant)
        .flatMap(({ curve }) => curve.map((entry) => ({ seed, turn: entry[0], value: entry[column] }))),
    );
  return [...groupBy(cells, ({ turn }) => turn)]
    .toSorted(([a], [b]) => a - b)
    .map(([turn, entries]) => [turn, ...meanOverSeeds(entries)]);
}

/** Games on one map are not independent samples: they are one value. */
function meanOverSeeds(
  entries: readonly { readonly seed: number; readonly value: number }[],
): readonly [mean: number, margin: number] {
  const means = [...groupBy(entries, ({ seed }) => seed).values()].map(
    (group) => group.reduce((sum, { value }) => sum + value, 0) / group.length,
  );
  const { mean, margin } = estimate(means);
  return [mean, Number.isFinite(margin) ? margin : 0];
}
