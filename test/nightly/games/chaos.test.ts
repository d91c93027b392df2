import { expect, test } from 'vitest';
import { killGames } from '../../../lab/chaos/support/game-kills.js';

test('when game server, proxy or gateway is killed, the game goes on and nothing acknowledged is missing', async () => {
  const report = await killGames({ kills: 6, seed: 4 });
  expect(report.lost).toEqual([]);
  expect(report.turns).toBeGreaterThan(6);
});
