import { softmaxShares } from '../../features/winner/winner-model.js';
import type { TurnSample } from './samples.js';

/** What a fit aims at: who wins, or the shares of the final score. */
export type FitTarget = 'won' | 'finalShares';

const STEPS = 600;
const RATE = 0.03;
/** Keeps weights small (ridge): the features are correlated. */
const RIDGE = 0.002;

/** Weights with the least cross-entropy over the samples, by gradient descent with moments (Adam), ridge added. */
export function fitWeights(samples: readonly TurnSample[], target: FitTarget): number[] {
  const size = samples[0]?.rows[0]?.length ?? 0;
  const weights = new Array<number>(size).fill(0);
  const [first, second] = [new Array<number>(size).fill(0), new Array<number>(size).fill(0)];
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = gradientOf(samples, target, weights);
    const rate = RATE * (1 - step / (STEPS + 1));
    for (const [i, slope] of gradient.entries()) {
      first[i] = 0.9 * (first[i] ?? 0) + 0.1 * slope;
      second[i] = 0.999 * (second[i] ?? 0) + 0.001 * slope * slope;
      const [mean, square] = [(first[i] ?? 0) / (1 - 0.9 ** step), (second[i] ?? 0) / (1 - 0.999 ** step)];
      weights[i] = (weights[i] ?? 0) - (rate * mean) / (Math.sqrt(square) + 1e-8);
    }
  }
  return weights;
}

function gradientOf(samples: readonly TurnSample[], target: FitTarget, weights: readonly number[]): number[] {
  const gradient = weights.map((weight) => RIDGE * weight);
  const total = samples.reduce((sum, { weight }) => sum + weight, 0);
  for (const sample of samples) {
    const chances = softmaxShares(sample.rows, weights);
    for (const [player, row] of sample.rows.entries()) {
      const error = ((chances[player] ?? 0) - (sample[target][player] ?? 0)) * (sample.weight / total);
      for (const [i, value] of row.entries()) gradient[i] = (gradient[i] ?? 0) + error * value;
    }
  }
  return gradient;
}

/** The factor on all weights with the least cross-entropy over samples that they were not fitted to (temperature). */
export function calibrate(
  samples: readonly TurnSample[],
  target: FitTarget,
  weights: readonly number[],
): number {
  const factors = Array.from({ length: 31 }, (_, i) => 0.5 + i * 0.05);
  const losses = factors.map((factor) =>
    lossOf(
      samples,
      target,
      weights.map((weight) => weight * factor),
    ),
  );
  return factors[losses.indexOf(Math.min(...losses))] ?? 1;
}

function lossOf(samples: readonly TurnSample[], target: FitTarget, weights: readonly number[]): number {
  return samples.reduce((sum, sample) => {
    const chances = softmaxShares(sample.rows, weights);
    const own = sample[target].map((truth, i) => -truth * Math.log(Math.max(1e-12, chances[i] ?? 0)));
    return sum + sample.weight * own.reduce((all, one) => all + one, 0);
  }, 0);
}
