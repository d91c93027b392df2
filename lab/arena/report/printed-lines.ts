import { END } from '../play/match-result.js';
import type { Progress } from '../play/play-all.js';
import { estimateText, shareText } from '../statistics/estimate.js';
import type { ScenarioTable } from '../statistics/scenario-table.js';
import type { Tournament } from '../statistics/tournament.js';

/** `[7/40] s43-1 builder 151, ai:easy 98; 62 s; about 21 min left`; of a scenario `grow-easy-s1-p1 builder 0.500`. */
export function progressLine({ result, done, total, secondsLeft }: Progress): string {
  const { match, status, reason, players, scenario, seconds } = result;
  const scores = players.map(({ contestant, standings }) => {
    const { score, alive } = standings[END] ?? Object.values(standings).at(-1) ?? { score: 0, alive: true };
    return `${contestant} ${alive ? score : 'destroyed'}`;
  });
  const task = scenario === null ? undefined : `${players[0]?.contestant ?? ''} ${scenario.score.toFixed(3)}`;
  const verdict = status === 'valid' ? (task ?? scores.join(', ')) : `${status}: ${reason}`;
  const left = done === total ? '' : `; about ${durationText(secondsLeft)} left`;
  return `[${done}/${total}] ${match} ${verdict}; ${Math.round(seconds)} s${left}`;
}

/** `40 s`, `21 min` or `3 h 20 min`. */
export function durationText(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

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
