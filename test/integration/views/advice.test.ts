import { expect, test } from 'vitest';
import { playStrategist } from '../../support/strategist/play-strategist.js';
import { halfClosedEyes, openEyes } from '../../support/strategist/reading.js';

// One of the seeds of `npm run compare`, which plays more of them.
const game = { seed: 4, turns: 50 };

test('what the state advises can be done, and who follows it beats who is told of units and offers alone', async () => {
  const informed = await playStrategist(openEyes, game);
  expect(informed.refused).toEqual([]);
  const restricted = await playStrategist(halfClosedEyes, game);
  expect(informed.score).toBeGreaterThan(restricted.score);
}, 120_000);
