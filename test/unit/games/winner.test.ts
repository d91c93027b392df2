import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { basisNames, featureNames, featuresOf, progressOf } from '../../../features/winner/features.js';
import { chancesOf } from '../../../features/winner/game-chances.js';
import weights from '../../../features/winner/weights.json' with { type: 'json' };
import { aPlayerScore } from './support/player-score.js';

const strong = {
  score: 300,
  cities: 14,
  citizens: 90,
  techs: 40,
  production: 80,
  trade: 120,
  bulbs: 60,
  tiles: 200,
};
const weak = {
  score: 100,
  cities: 5,
  citizens: 30,
  techs: 22,
  production: 25,
  trade: 40,
  bulbs: 20,
  tiles: 70,
};

/** Three players: a strong one, a weak one, and one that is dead. */
function standings(turn: number) {
  const players = [
    aPlayerScore({ player: 0, ...weak }),
    aPlayerScore({ player: 1, ...strong }),
    aPlayerScore({ player: 2, ...weak, is_alive: false }),
  ];
  return { turn, players };
}

test('chances sum to 1, the dead have none, and who leads in all has most at the end', () => {
  const turns = chancesOf([standings(20), standings(60), standings(99)], 100);
  for (const { players } of turns) {
    expect(players.reduce((sum, { win }) => sum + win, 0)).toBeCloseTo(1, 3);
    expect(players.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 3);
    expect(players[2]).toEqual({ player: 2, win: 0, share: 0 });
  }
  expect(turns[2]?.players[1]?.win).toBeGreaterThan(0.9);
});

test('equal players have equal chances in any order', () => {
  const players = [0, 1, 2, 3].map((player) => aPlayerScore({ player }));
  for (const { win } of chancesOf([{ turn: 10, players }], 100)[0]?.players ?? []) expect(win).toBe(0.25);
});

test('the features have no scale: what all have more of changes little', () => {
  const { players } = standings(50);
  const alive = players.filter(({ is_alive }) => is_alive).map((one) => ({ ...one, gold: 400, units: 40 }));
  const tenfold = alive.map((one) => ({
    ...one,
    ...{ score: 10 * one.score, citizens: 10 * one.citizens, trade: 10 * one.trade, tiles: 10 * one.tiles },
  }));
  for (const [player, row] of featuresOf(tenfold).entries())
    for (const [i, value] of row.entries()) expect(value).toBeCloseTo(featuresOf(alive)[player]?.[i] ?? 0, 1);
});

test('a game without an end is never at it', () => {
  expect(progressOf(50, 100)).toBe(0.5);
  expect(progressOf(120, 100)).toBe(1);
  expect(progressOf(50, undefined)).toBe(0.25);
  expect(progressOf(3000, 5000)).toBeLessThan(1);
});

test('the weights are of these features, and the document tells their figures', async () => {
  expect(weights.features).toEqual(featureNames);
  expect(weights.basis).toEqual(basisNames);
  expect(weights.win).toHaveLength(featureNames.length * basisNames.length);
  const { brier, brier_by_share: byShare, brier_by_number: byNumber } = weights.provenance.held_out;
  const row = [brier, byShare, byNumber].map((score) => score.toFixed(3)).join(' | ');
  expect(await readFile('docs/who-wins.md', 'utf8')).toContain(`| the whole game | ${row} |`);
  expect(brier).toBeLessThan(Math.min(byShare, byNumber));
});
