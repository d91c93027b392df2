import { END, type MatchResult } from '../play/match-result.js';
import { type Estimate, estimate, meanOf } from './estimate.js';
import { groupBy } from './group-by.js';

/** What a contestant scored less in another arena than in this one. */
interface ScoreDifference {
  readonly contestant: string;
  /** Mean of the first arena less that of the second, by seed, with its 95 per cent interval. */
  readonly difference: Estimate;
  readonly first: number;
  readonly second: number;
}

/**
 * The final scores of two arenas with the same seeds and contestants, paired by seed: such as by an ordinary ruleset, and by
 * generated ones. Matches that do not count in both are left out.
 */
export function scoreDifferences(
  first: readonly MatchResult[],
  second: readonly MatchResult[],
): readonly ScoreDifference[] {
  const [one, other] = [finalScores(first), finalScores(second)];
  const pairs = [...one].flatMap(([key, { contestant, seed, score }]) => {
    const paired = other.get(key);
    return paired === undefined ? [] : [{ contestant, seed, first: score, second: paired.score }];
  });
  return [...groupBy(pairs, ({ contestant }) => contestant)].map(([contestant, own]) => {
    const bySeed = [...groupBy(own, ({ seed }) => seed).values()];
    const mean = (of: (pair: (typeof own)[number]) => number) => bySeed.map((seed) => meanOf(seed.map(of)));
    return {
      contestant,
      difference: estimate(mean((pair) => pair.first - pair.second)),
      first: meanOf(mean((pair) => pair.first)),
      second: meanOf(mean((pair) => pair.second)),
    };
  });
}

/** By match and contestant. */
function finalScores(results: readonly MatchResult[]) {
  return new Map(
    results
      .filter(({ status }) => status === 'valid')
      .flatMap(({ match, seed, players }) =>
        players.flatMap(({ contestant, standings }) => {
          const score = standings[END]?.score;
          return score === undefined
            ? []
            : [[`${match} ${contestant}`, { contestant, seed, score }] as const];
        }),
      ),
  );
}
