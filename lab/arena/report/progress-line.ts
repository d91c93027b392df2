import { END } from '../play/match-result.js';
import type { Progress } from '../play/play-all.js';

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
