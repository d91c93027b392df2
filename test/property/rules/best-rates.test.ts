import { expect, test } from 'vitest';
import { bestRates } from '../../../features/advisor/rules/best-rates.js';
import { governmentForecast } from '../../../features/advisor/rules/government-forecast.js';
import { maxRate } from '../../../proxy/rules/players/government.js';
import { outputWorth } from '../../../proxy/rules/players/output-worth.js';
import { type Recording, worldAtTurn } from '../../support/recorded-world.js';

const STEP = 10;
const steps = Array.from({ length: 11 }, (_, step) => step * STEP);

test.each<[Recording, number]>([
  ['classic-6-ai-100-turns', 40],
  ['classic-6-ai-100-turns', 95],
  ['classic-8-ai-150-turns', 140],
  ['civ2civ3-4-ai-60-turns', 40],
  ['civ2civ3-4-ai-90-turns', 85],
  ['civ2civ3-4-ai-40-turns-3.1', 39],
  ['civ2civ3-4-ai-40-turns-3.2', 39],
])('no rates that a government allows bring more than the best, in %s at turn %i', (recording, turn) => {
  const world = worldAtTurn(turn, recording);
  const worth = outputWorth(world);
  let compared = 0;
  for (const government of world.ruleset.governments.keys()) {
    const basis = governmentForecast(world, 0, government);
    const most = maxRate(basis.world, 0);
    const all = steps.flatMap((luxury) => steps.map((tax) => ({ tax, luxury, science: 100 - luxury - tax })));
    const allowed = all.filter((rates) => Object.values(rates).every((rate) => rate >= 0 && rate <= most));
    const found = allowed.map((rates) => bestRates(basis, worth, rates));
    const points = found.map(({ now }) => now.points);
    for (const { best } of found) expect(best.points).toBe(Math.max(...points));
    compared += found.length;
  }
  expect(compared).toBeGreaterThan(100);
});
