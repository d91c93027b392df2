import { expect, test } from 'vitest';
import { type Recording, replayTurns } from '../../support/recorded-world.js';
import { compare, ME } from './reach-comparison.js';

test.each<[Recording, number]>([
  ['classic-6-ai-100-turns', 40],
  ['civ2civ3-4-ai-40-turns-3.1', 15],
  ['civ2civ3-4-ai-40-turns-3.2', 15],
])('in %s what is kept is what a search finds anew', (recording, turns) => {
  let compared = 0;
  replayTurns(ME, recording, turns, (world, version) => {
    if (version % 61 === 0) compared += compare(world, 12);
  });
  expect(compared).toBeGreaterThan(200);
});
