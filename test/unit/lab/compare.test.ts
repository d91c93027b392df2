import { describe, expect, it } from 'vitest';
import { estimate, estimateText } from '../../../lab/arena/statistics/estimate.js';
import { scoresAt } from '../../../lab/compare/match.js';
import { comparedTurns, type PlayedMatch, summaries } from '../../../lab/compare/series.js';

function match(seed: number, own: number, without?: PlayedMatch['without']): PlayedMatch {
  const scores = { 50: { own: own / 2, ais: [10] }, 100: { own, ais: [100, 140] } };
  const state = { cities: 1, citizens: 1, techs: 1, refused: [], seconds: 1 };
  return { player: 'obedient', without, seed, scores, ...state };
}

it('the mean of several games has an interval by Student that holds the true mean in 95 of 100 cases', () => {
  const { mean, margin } = estimate([1, 2, 3]);
  expect(mean).toBe(2);
  expect(margin).toBeCloseTo(4.303 / Math.sqrt(3), 3);
});

it('the mean of one game has no interval', () => {
  expect(estimateText(estimate([7]))).toBe('7.0');
  expect(estimateText(estimate([6, 8]))).toBe('7.0 ± 12.7');
});

describe('series', () => {
  const options = {
    seeds: [1, 2],
    turns: 100,
    players: ['obedient'],
    ruleset: 'classic',
    level: 'easy',
    without: ['sites'] as const,
    ais: 2,
  };
  const played = [match(1, 130), match(2, 150), match(1, 120, 'sites'), match(2, 130, 'sites')];

  it('the figures of a series compare with the mean AI of the same game', () => {
    const [, whole] = summaries(options, played);
    expect(whole).toMatchObject({ turn: 100, own: { mean: 140 }, ais: { mean: 120 }, lead: { mean: 20 } });
    expect(whole?.worth).toBeUndefined();
    expect(whole?.ahead).toBe(1);
  });

  it('the figures of a series say what a fact is worth by the same games played without it', () => {
    const less = summaries(options, played).at(-1);
    expect(less).toMatchObject({ without: 'sites', own: { mean: 125 }, worth: { mean: 15 } });
  });

  it('the figures of a series are of turn 50 and of the end', () => {
    expect(comparedTurns(100)).toEqual([50, 100]);
    expect(comparedTurns(30)).toEqual([30]);
  });
});

describe('a score log', () => {
  const scores = new Map([
    ['1 0', 5],
    ['1 1', 7],
    ['1 2', 9],
    ['2 1', 8],
  ]);

  it('gives a destroyed player no points', () => {
    expect(scoresAt(scores, { turn: 2, own: 0, players: 3 })).toEqual({ own: 0, ais: [8, 0] });
  });

  it('of a game that was over before has the scores of its last turn', () => {
    expect(scoresAt(scores, { turn: 100, own: 1, players: 3 })).toEqual({ own: 8, ais: [0, 0] });
    expect(scoresAt(scores, { turn: 1, own: 1, players: 3 })).toEqual({ own: 7, ais: [5, 9] });
  });
});
