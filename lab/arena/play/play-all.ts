import type { MatchPlan } from '../plan/match-plan.js';
import type { MatchLog } from './match-log.js';
import type { MatchResult } from './match-result.js';

/** How far an arena is. */
export interface Progress {
  readonly result: MatchResult;
  readonly done: number;
  readonly total: number;
  /** Seconds until all matches are played, by those of this run; they take as long as the games that they are. */
  readonly secondsLeft: number;
}

/** What plays matches. */
export interface PlayAllOptions {
  readonly parallel: number;
  readonly log: MatchLog;
  readonly signal: AbortSignal;
  /** Plays one match; rejects when the signal aborts. */
  play(plan: MatchPlan): Promise<MatchResult>;
  onProgress(progress: Progress): void;
}

/** Plays the matches without a result in the log, in their order, this many at a time. Rejects with the reason of the signal. */
export async function playAll(plans: readonly MatchPlan[], options: PlayAllOptions): Promise<void> {
  const { parallel, log, signal, play, onProgress } = options;
  const known = new Set(log.results.map(({ match }) => match));
  const waiting = plans.filter(({ id }) => !known.has(id));
  const total = plans.length;
  const times: number[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signal.throwIfAborted();
      const result = await play(next);
      await log.add(result);
      times.push(result.seconds);
      const done = log.results.length;
      onProgress({ result, done, total, secondsLeft: secondsLeft(times, total - done, parallel) });
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
}

/** Seconds for the matches that are left, from the mean of those that were played; unknown before the first is 0. */
export function secondsLeft(times: readonly number[], left: number, parallel: number): number {
  if (times.length === 0) return 0;
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
  return (mean * left) / Math.max(1, Math.min(parallel, left));
}
