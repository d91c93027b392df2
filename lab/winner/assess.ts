import { softmaxShares } from '../../features/winner/winner-model.js';
import type { TurnSample } from './samples.js';

/** The accuracy of the chances: the mean over games of the sum of squared errors over players (Brier score). */
export interface Assessment {
  readonly model: number;
  /** The share of the score as it is now, taken for the chance. */
  readonly byShare: number;
  /** The same chance for each player alive. */
  readonly byNumber: number;
}

/** A bin of the reliability plot: players whose forecast chance was within bounds. */
export interface ReliabilityBin {
  readonly foretold: number;
  readonly happened: number;
  /** The standard error of `happened`, with the turns of a game counted as one. */
  readonly error: number;
  readonly count: number;
}

const BINS = 10;

/** Brier scores of a model and of two baselines on samples it has not seen. */
export function brierScores(samples: readonly TurnSample[], weights: readonly number[]): Assessment {
  return {
    model: mean(samples, ({ rows, won }) => squares(softmaxShares(rows, weights), won)),
    byShare: mean(samples, ({ sharesNow, won }) => squares(sharesNow, won)),
    byNumber: mean(samples, ({ won }) =>
      squares(
        won.map(() => 1 / won.length),
        won,
      ),
    ),
  };
}

/** The mean absolute error of a player's share of the final score: by the model, and by its share now. */
export function shareErrors(samples: readonly TurnSample[], weights: readonly number[]) {
  return {
    model: mean(samples, ({ rows, finalShares }) => distance(softmaxShares(rows, weights), finalShares)),
    asNow: mean(samples, ({ sharesNow, finalShares }) => distance(sharesNow, finalShares)),
  };
}

/** How often players won with a forecast chance in this range. */
export function reliability(
  samples: readonly TurnSample[],
  weights: readonly number[],
): readonly ReliabilityBin[] {
  const bins = Array.from({ length: BINS }, () => ({ weight: 0, foretold: 0, happened: 0, count: 0 }));
  for (const { rows, won, weight } of samples) {
    for (const [i, chance] of softmaxShares(rows, weights).entries()) {
      const bin = bins[Math.min(BINS - 1, Math.floor(chance * BINS))];
      if (bin === undefined) continue;
      bin.weight += weight;
      bin.count += 1;
      bin.foretold += weight * chance;
      bin.happened += weight * (won[i] ?? 0);
    }
  }
  return bins
    .filter(({ count }) => count > 0)
    .map(({ weight, foretold, happened, count }) => {
      const rate = happened / weight;
      // The turns of a game have one winner: the weight is the number of players of games in the bin.
      return {
        foretold: foretold / weight,
        happened: rate,
        error: Math.sqrt((rate * (1 - rate)) / Math.max(1, weight)),
        count,
      };
    });
}

/** The mean over bins of the distance between forecast and outcome, by their counts (expected calibration error). */
export function calibrationError(bins: readonly ReliabilityBin[]): number {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  return bins.reduce(
    (sum, { foretold, happened, count }) => sum + (count / total) * Math.abs(foretold - happened),
    0,
  );
}

function mean(samples: readonly TurnSample[], value: (sample: TurnSample) => number): number {
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  return samples.reduce((sum, sample) => sum + sample.weight * value(sample), 0) / total;
}

function squares(chances: readonly number[], truths: readonly number[]): number {
  return chances.reduce((sum, chance, i) => sum + (chance - (truths[i] ?? 0)) ** 2, 0);
}

function distance(shares: readonly number[], truths: readonly number[]): number {
  return shares.reduce((sum, share, i) => sum + Math.abs(share - (truths[i] ?? 0)), 0) / shares.length;
}
