import type { CheckpointStanding, ContestantResult, MatchResult } from '../play/match-result.js';
import type { Comparison } from './bradley-terry.js';

/** A comparison, and the seed of the game it comes from. */
export interface SeededComparison extends Comparison {
  readonly seed: number;
}

/** Matches that count at a checkpoint: those that came to it. Of invalid ones nothing counts. */
export function countedAt(results: readonly MatchResult[], checkpoint: string): readonly MatchResult[] {
  return results.filter(
    ({ status, players }) =>
      status !== 'invalid' && players.every(({ standings }) => standings[checkpoint] !== undefined),
  );
}

/**
 * Each two players of each match at a checkpoint. A game of n players says about as much as n - 1 games of two, so its
 * comparisons count 2 / n each.
 */
export function comparisonsAt(
  results: readonly MatchResult[],
  checkpoint: string,
): readonly SeededComparison[] {
  return countedAt(results, checkpoint).flatMap(({ seed, players }) =>
    players.flatMap((first, at) =>
      players.slice(at + 1).map((second) => ({
        first: first.contestant,
        second: second.contestant,
        outcome: outcomeOf(first, second, checkpoint),
        weight: 2 / players.length,
        seed,
      })),
    ),
  );
}

/** 1 when the first is ahead of the second at a checkpoint, 0 when it is behind, 0.5 when nothing decides. */
export function outcomeOf(first: ContestantResult, second: ContestantResult, checkpoint: string): number {
  const [a, b] = [first.standings[checkpoint], second.standings[checkpoint]];
  if (a === undefined || b === undefined) return 0.5;
  const keys = [keysOf(first, a), keysOf(second, b)] as const;
  for (const [index, own] of keys[0].entries()) {
    const other = keys[1][index] ?? 0;
    if (own !== other) return own > other ? 1 : 0;
  }
  return 0.5;
}

/** What decides, in this order: a victory, to be alive, to have lived longer, the score. */
function keysOf(
  { isWinner, destroyed }: ContestantResult,
  { alive, score, turn }: CheckpointStanding,
): readonly number[] {
  const hasWon = isWinner && alive;
  const lived = alive ? Number.POSITIVE_INFINITY : (destroyed ?? turn);
  return [Number(hasWon), lived, alive ? score : 0];
}
