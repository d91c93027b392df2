import type { MatchResult } from '../play/match-result.js';
import { type Rating, type RatingOptions, rate } from './bradley-terry.js';
import { comparisonsAt, countedAt, type SeededComparison } from './comparisons.js';
import { estimate } from './estimate.js';
import { groupBy } from './group-by.js';

/** A rating with its 95 per cent interval. */
export interface RatedPlayer {
  readonly player: string;
  readonly points: number;
  readonly low: number;
  readonly high: number;
  readonly isFixed: boolean;
  /** Whether it is better than the next one of the table: the 95 per cent interval of their distance is above zero. */
  readonly isAheadOfNext: boolean;
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
  const leftOut = ratingsWithoutEachSeed(comparisons, options);
  const ratings = rate(comparisons, options).toSorted(
    (a, b) => b.points - a.points || a.player.localeCompare(b.player),
  );
  return ratings.map((rating, at) => {
    const { player, points, isFixed } = rating;
    const margin = isFixed ? 0 : marginOf(rating.error, valuesOf(leftOut, [player]));
    const isAheadOfNext = isAhead(rating, ratings[at + 1], leftOut);
    return { player, points, low: points - margin, high: points + margin, isFixed, isAheadOfNext };
  });
}

/** The neighbours of a table that may stand the other way round, as a sentence; `shown` writes a player's name. */
export function orderSentence(ratings: readonly RatedPlayer[], shown: (player: string) => string): string {
  const unknown = ratings.flatMap(({ player, isAheadOfNext }, at) => {
    const next = ratings[at + 1];
    return next === undefined || isAheadOfNext ? [] : [`${shown(player)} and ${shown(next.player)}`];
  });
  return unknown.length === 0
    ? 'At the 95 % level the order of all neighbours is known.'
    : `At the 95 % level the order of these neighbours is not known: ${unknown.join('; ')}. That of all others is.`;
}

/** The points of each player without one of the seeds. */
type LeftOut = ReadonlyMap<string, number>;

/** Players of one table meet in the same games, so their distance is known better than their ratings. */
function isAhead(one: Rating, next: Rating | undefined, leftOut: readonly LeftOut[]): boolean {
  if (next === undefined) return false;
  if (one.isFixed && next.isFixed) return one.points > next.points;
  const error = one.distanceErrors.get(next.player) ?? Number.POSITIVE_INFINITY;
  return one.points - next.points > marginOf(error, valuesOf(leftOut, [one.player, next.player]));
}

/** The points of a player without each of the seeds, or those by which it is ahead of another. */
function valuesOf(
  leftOut: readonly LeftOut[],
  [player, other]: readonly [string, string?],
): readonly number[] {
  return leftOut.flatMap((ratings) => {
    const points = ratings.get(player);
    const less = other === undefined ? 0 : ratings.get(other);
    return points === undefined || less === undefined ? [] : [points - less];
  });
}

/** Half the width of an interval. Without a second seed only the curvature is known. */
function marginOf(error: number, withoutSeeds: readonly number[]): number {
  const byCurvature = NORMAL_QUANTILE * error;
  if (withoutSeeds.length < 2) return byCurvature;
  // Ratings without one seed differ from their mean by 1 / (n - 1) of what single values would.
  const bySeed = (withoutSeeds.length - 1) * estimate(withoutSeeds).margin;
  return error > MAX_KNOWN_ERROR ? Math.max(bySeed, byCurvature) : bySeed;
}

/** Empty where there is one seed. */
function ratingsWithoutEachSeed(
  comparisons: readonly SeededComparison[],
  options: RatingOptions,
): readonly LeftOut[] {
  const seeds = [...groupBy(comparisons, ({ seed }) => seed).keys()].toSorted((a, b) => a - b);
  if (seeds.length < 2) return [];
  return seeds.map((left) => {
    const rest = comparisons.filter(({ seed }) => seed !== left);
    return new Map(rate(rest, options).map(({ player, points }) => [player, points]));
  });
}

/** How well ratings are known after some of the games. */
export interface RatingErrors {
  readonly games: number;
  readonly seeds: number;
  /** Half the width of the 95 per cent interval, in Elo points: of the player in the middle, and of the one known least. */
  readonly median: number;
  readonly largest: number;
}

const STEPS = [0.25, 0.5, 0.75, 1];

/** How the errors of ratings shrink: after a quarter, half, three quarters and all of the seeds, in the order of play. */
export function ratingErrors(
  games: readonly MatchResult[],
  checkpoint: string,
  fixed: ReadonlyMap<string, number>,
): readonly RatingErrors[] {
  const bySeed = [...groupBy(countedAt(games, checkpoint), ({ seed }) => seed).values()];
  const counts = new Set(STEPS.map((share) => Math.round(share * bySeed.length)));
  return [...counts].flatMap((seeds) => {
    // With one seed the maps' part in the error is not seen.
    if (seeds < 2) return [];
    const played = bySeed.slice(0, seeds).flat();
    const halves = ratingsWithIntervals(comparisonsAt(played, checkpoint), { fixed })
      .filter(({ isFixed }) => !isFixed)
      .map(({ low, high }) => (high - low) / 2)
      .toSorted((a, b) => a - b);
    const [median, largest] = [halves[Math.floor(halves.length / 2)], halves.at(-1)];
    return median === undefined || largest === undefined
      ? []
      : [{ games: played.length, seeds, median, largest }];
  });
}
