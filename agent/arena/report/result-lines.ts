import { estimateText } from '../statistics/estimate.js';
import type { Tournament } from '../statistics/tournament.js';

/** The ratings at the end, a line each, for a terminal. */
export function ratingLines({ checkpoints, matches }: Tournament): string {
  const last = checkpoints.at(-1);
  if (last === undefined) return `no match of ${matches.length} counts`;
  const invalid = matches.filter(({ status }) => status === 'invalid').length;
  const lines = last.ratings.map(({ player, points, low, high, isFixed }) => {
    const figures = last.figures.find(({ contestant }) => contestant === player);
    const interval = isFixed ? 'fixed' : `${Math.round(low)} to ${Math.round(high)}`;
    const score = figures === undefined ? '' : estimateText(figures.score);
    return `${player.padEnd(20)} ${String(Math.round(points)).padStart(5)}  (${interval})  score ${score}`;
  });
  return [...lines, `${last.games} of ${matches.length} matches count; ${invalid} are invalid`].join('\n');
}
