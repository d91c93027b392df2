import { estimateText, shareText } from '../statistics/estimate.js';
import type { ScenarioTable } from '../statistics/scenario-table.js';
import type { Tournament } from '../statistics/tournament.js';

/** What came of an arena, for a terminal: a line for each player, or for each player and difficulty of scenarios. */
export function resultLines({ checkpoints, matches, scenarios }: Tournament): string {
  const counted = matches.filter(({ status }) => status === 'valid').length;
  const invalid = matches.filter(({ status }) => status === 'invalid').length;
  if (scenarios !== undefined)
    return [...scenarioLines(scenarios), `${counted} of ${matches.length} games count`].join('\n');
  const last = checkpoints.at(-1);
  if (last === undefined) return `no match of ${matches.length} counts`;
  const lines = last.ratings.map(({ player, points, low, high, isFixed }) => {
    const figures = last.figures.find(({ contestant }) => contestant === player);
    const interval = isFixed ? 'fixed' : `${Math.round(low)} to ${Math.round(high)}`;
    const score = figures === undefined ? '' : estimateText(figures.score);
    return `${player.padEnd(20)} ${String(Math.round(points)).padStart(5)}  (${interval})  score ${score}`;
  });
  return [...lines, `${last.games} of ${matches.length} matches count; ${invalid} are invalid`].join('\n');
}

function scenarioLines({ overall, figures }: ScenarioTable): readonly string[] {
  return overall.map(({ contestant, difficulty, score }) => {
    const own = figures.filter((one) => one.contestant === contestant && one.difficulty === difficulty);
    const solved = own.reduce((sum, one) => sum + one.solved, 0);
    const games = own.reduce((sum, one) => sum + one.games, 0);
    return `${contestant.padEnd(20)} ${difficulty.padEnd(7)} ${shareText(score)}  ${solved} of ${games} solved`;
  });
}
