import { expect, test } from 'vitest';
import type { MatchResult } from '../../../../lab/arena/play/match-result.js';
import { scoreDifferences } from '../../../../lab/arena/statistics/score-difference.js';

/** A match of one player with that final score. */
function match(seed: number, score: number, status: MatchResult['status'] = 'valid'): MatchResult {
  const end = { turn: 100, alive: true, score, cities: 1, techs: 1, tokens: null, costUsd: null };
  return {
    ...{ match: `s${seed}-1`, seed, turns: 100, status, reason: null, playedTo: 100, ended: 'end_turn' },
    ...{ hash: null, scenario: null, seconds: 1 },
    players: [
      {
        ...{ contestant: 'builder', player: 0, nation: 'Roman', destroyed: null, isWinner: false },
        ...{ standings: { end }, curve: [], refused: null, run: null, process: null },
      },
    ],
  };
}

test('the difference of two arenas is paired by seed, without matches that do not count in both', () => {
  const ordinary = [match(1, 100), match(2, 200), match(3, 900), match(4, 500)];
  const generated = [match(1, 90), match(2, 170), match(3, 1, 'invalid')];
  const [found, ...others] = scoreDifferences(ordinary, generated);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ contestant: 'builder', first: 150, second: 130 });
  expect(found?.difference).toMatchObject({ mean: 20, count: 2 });
  expect(scoreDifferences(ordinary, [])).toEqual([]);
});
