import { type Comparison, type Rating, type RatingOptions, rate } from './bradley-terry.js';
import { estimate } from './estimate.js';
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

const NORMAL_QUANTILE = 1.96;
/** Elo points of standard error by curvature beyond which the seeds differ too little to say how much is known. */
const MAX_KNOWN_ERROR = 60;

/**
 * Ratings, the best first. Games on one map hang together, so each seed is left out once (jackknife over clusters), and the
 * interval is that of Student's t. A player that nearly always wins or loses has much the same rating without any seed: where
 * the curvature of the likelihood says that little is known, the wider of both intervals is taken.
 */
export function ratingsWithIntervals(
  comparisons: readonly SeededComparison[],
  options: RatingOptions,
): readonly RatedPlayer[] {
  const margins = marginsBySeed(comparisons, options);
  return rate(comparisons, options)
    .map((rating) => {
      const { player, points, isFixed } = rating;
      const margin = isFixed ? 0 : marginOf(rating, margins.get(player));
      return { player, points, low: points - margin, high: points + margin, isFixed };
    })
    .toSorted((a, b) => b.points - a.points || a.player.localeCompare(b.player));
}

function marginOf({ error }: Rating, bySeed: number | undefined): number {
  const byCurvature = NORMAL_QUANTILE * error;
  if (bySeed === undefined) return byCurvature;
  return error > MAX_KNOWN_ERROR ? Math.max(bySeed, byCurvature) : bySeed;
}

/** Half the width of the interval of each player by the ratings without each of the seeds; empty where there is one seed. */
function marginsBySeed(
  comparisons: readonly SeededComparison[],
  options: RatingOptions,
): ReadonlyMap<string, number> {
  const seeds = [...groupBy(comparisons, ({ seed }) => seed).keys()].toSorted((a, b) => a - b);
  if (seeds.length < 2) return new Map();
  const without = seeds.flatMap((left) =>
    rate(
      comparisons.filter(({ seed }) => seed !== left),
      options,
    ),
  );
  const players = [...groupBy(without, ({ player }) => player)];
  // Ratings without one seed differ from their mean by 1 / (n - 1) of what single values would.
  return new Map(
    players.map(([player, ratings]) => [
      player,
      (ratings.length - 1) * estimate(ratings.map(({ points }) => points)).margin,
    ]),
  );
}
