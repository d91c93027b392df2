import { expect, test } from 'vitest';
import { playMatch } from '../../../lab/compare/match.js';
import { informed, restricted } from '../../../lab/compare/players.js';

// One of the seeds of `npm run compare`, which plays more of them.
const game = { seed: 4, turns: 50, players: 3, ruleset: 'classic', level: 'easy', without: new Set<never>() };

test('what the state advises can be done, and who follows it beats who is told of units and offers alone', async () => {
  const told = await playMatch(informed, game);
  expect(told.refused).toEqual([]);
  const untold = await playMatch(restricted, game);
  expect(told.scoresAt(game.turns).own).toBeGreaterThan(untold.scoresAt(game.turns).own);
}, 120_000);
