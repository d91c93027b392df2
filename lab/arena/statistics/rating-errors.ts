import type { MatchResult } from '../play/match-result.js';
import { comparisonsAt, countedAt } from './comparisons.js';
import { groupBy } from './group-by.js';
import { ratingsWithIntervals } from './rating-intervals.js';

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
