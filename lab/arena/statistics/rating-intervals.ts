import { seededRandom } from '#shared/core/seeded-random.js';
import { type Comparison, type RatingOptions, rate } from './bradley-terry.js';
import { groupBy } from './group-by.js';

/** A comparison, and the seed of the game it comes from. */
export interface SeededComparison extends Comparison {
  readonly seed: number;
}

/** A rating with its 95 per cent interval. */
export interface RatedPlayer {
  readonly player: string;
  readonly points: number;
  readonly low: number;
  readonly high: number;
  readonly isFixed: boolean;
}

const RESAMPLES = 400;
const RESAMPLING_SEED = 1;
const NORMAL_QUANTILE = 1.96;

/**
 * Ratings, the best first. Games on one map hang together, so seeds are drawn anew, not games (bootstrap over clusters). Where one
 * wins always, the resamples do not differ, and the curvature of the likelihood says how much is known: each end of the
 * interval is the wider of the two.
 */
export function ratingsWithIntervals(
  comparisons: readonly SeededComparison[],
  options: RatingOptions,
): readonly RatedPlayer[] {
  const bySeed = groupBy(comparisons, ({ seed }) => seed);
  const clusters = [...bySeed.keys()].toSorted((a, b) => a - b).map((seed) => bySeed.get(seed) ?? []);
  const random = seededRandom(RESAMPLING_SEED);
  const drawn = new Map<string, number[]>();
  if (clusters.length > 1)
    for (let sample = 0; sample < RESAMPLES; sample += 1) {
      const chosen = clusters.flatMap(() => clusters[Math.floor(random() * clusters.length)] ?? []);
      for (const { player, points } of rate(chosen, options)) {
        const known = drawn.get(player);
        if (known === undefined) drawn.set(player, [points]);
        else known.push(points);
      }
    }
  return rate(comparisons, options)
    .map(({ player, points, error, isFixed }) => {
      const sorted = (drawn.get(player) ?? [points]).toSorted((a, b) => a - b);
      const low = Math.min(quantile(sorted, 0.025), points - NORMAL_QUANTILE * error);
      const high = Math.max(quantile(sorted, 0.975), points + NORMAL_QUANTILE * error);
      return { player, points, low, high, isFixed };
    })
    .toSorted((a, b) => b.points - a.points || a.player.localeCompare(b.player));
}

/** Of sorted values, between two of them in proportion. */
function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1);
  const [below = 0, above = below] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}
