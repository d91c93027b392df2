import { expect, test } from 'vitest';
import { killGames } from '../../support/game-kills.js';

test('whenever game server or proxy are killed, the game goes on and nothing acknowledged is missing', async () => {
  const report = await killGames(5, 2);
  expect(report.lost).toEqual([]);
  expect(report.turns).toBeGreaterThan(5);
});
