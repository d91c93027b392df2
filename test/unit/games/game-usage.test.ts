import { expect, test } from 'vitest';
import { GameUsage } from '../../../proxy/games/lifecycle/game-usage.js';

test('a game is in use as long as any login of it is in progress, and unused from then on', () => {
  let now = 0;
  const usage = new GameUsage({ monotonic: () => now });
  const first = usage.begin();
  const second = usage.begin();
  now = 5000;
  expect(usage.last).toBe(5000);
  first[Symbol.dispose]();
  now = 9000;
  expect(usage.last).toBe(9000);
  second[Symbol.dispose]();
  now = 12_000;
  expect(usage.last).toBe(9000);
  usage.touch();
  expect(usage.last).toBe(12_000);
});
