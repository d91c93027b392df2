import { expect, test } from 'vitest';
import { Arena } from '../../../lab/accuracy/fight-arena.js';
import { deviation, wonders } from '../../../lab/accuracy/fight-statistics.js';

/** True odds lead further away in less than one of a million cases. */
const FAR = 5;

/** `npm run accuracy:combat` fights a thousand times, in three rulesets. */
test('fights are won as often as foretold, in the open, at sea, in forts and in cities', async () => {
  await using arena = await Arena.of('civ2civ3', 5);
  const fights = [...(await arena.round()), ...(await arena.round())];
  expect(fights.length).toBeGreaterThan(50);
  expect(fights.filter(({ chance }) => chance > 0.02 && chance < 0.98).length).toBeGreaterThan(20);
  expect(wonders(fights)).toEqual([]);
  expect(Math.abs(deviation(fights))).toBeLessThan(FAR);
});
