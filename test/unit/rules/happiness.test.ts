import { describe, expect, test } from 'vitest';
import {
  isRejoicing,
  isUnrest,
  type MoodFactors,
  moodFactors,
  moodsWith,
} from '../../../proxy/rules/cities/happiness.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const factors: MoodFactors = {
  ...{ natural: { happy: 0, content: 4, unhappy: 4, angry: 0 }, luxuryPrice: 2, soothed: 0 },
  ...{
    upsetByNationality: 0,
    martialLaw: 0,
    upsetByUnits: 0,
    cheered: 0,
    forcedContent: 0,
    noneUnhappy: false,
  },
};

/** Happy, content, unhappy and angry citizens. */
function moods(changes: Partial<MoodFactors>, luxury = 0): string {
  const { happy, content, unhappy, angry } = moodsWith({ ...factors, ...changes }, luxury);
  return `${happy} ${content} ${unhappy} ${angry}`;
}

const natural = (happy: number, content: number, unhappy: number, angry: number) => ({
  natural: { happy, content, unhappy, angry },
});

test.each([
  [0, '0 4 4 0'],
  [1, '0 4 4 0'],
  [2, '1 3 4 0'],
  [8, '4 0 4 0'],
  // Half of the price of making an unhappy one happy makes it content.
  [10, '4 1 3 0'],
  [12, '5 0 3 0'],
  [14, '5 1 2 0'],
  [24, '8 0 0 0'],
  [99, '8 0 0 0'],
])('four content and four unhappy citizens become with %i luxury: %s', (luxury, expected) => {
  expect(moods({}, luxury)).toBe(expected);
});

test.each<readonly [string, Partial<MoodFactors>, string]>([
  ['with a temple', { soothed: 1 }, '0 5 3 0'],
  ['with more temples than unhappy ones', { soothed: 9 }, '0 8 0 0'],
  ['under martial law', { martialLaw: 2 }, '0 6 2 0'],
  ['with two aggressive units', { upsetByUnits: 2 }, '0 2 6 0'],
  ['with more aggressive units than content citizens', { upsetByUnits: 9 }, '0 0 8 0'],
  ['when some are of enemy nations', { upsetByNationality: 3 }, '0 1 7 0'],
  ['with a wonder', { cheered: 2 }, '2 2 4 0'],
  ['with a wonder for more than the content', { cheered: 7 }, '5 1 2 0'],
  ['when forced to be content', { forcedContent: 3 }, '0 7 1 0'],
  ['when none can be unhappy', { noneUnhappy: true }, '0 8 0 0'],
  ['when none can be unhappy, with a wonder', { noneUnhappy: true, cheered: 2 }, '2 6 0 0'],
  // Martial law comes before units, and what units upset is no more put right by it.
  ['under martial law with aggressive units', { martialLaw: 9, upsetByUnits: 2 }, '0 6 2 0'],
])('four content and four unhappy citizens change %s', (_how, changes, expected) => {
  expect(moods(changes)).toBe(expected);
});

test.each<readonly [string, Partial<MoodFactors>, number, string]>([
  ['luxury calms the angry before all', natural(0, 2, 0, 3), 4, '0 2 2 1'],
  ['temples calm the angry before the unhappy', { ...natural(0, 2, 2, 3), soothed: 4 }, 0, '0 3 4 0'],
  [
    'units upset the happy when nobody is content, one for two',
    { ...natural(3, 0, 1, 0), upsetByUnits: 3 },
    0,
    '1 1 2 0',
  ],
  ['none unhappy takes in the angry', { ...natural(1, 1, 2, 3), noneUnhappy: true }, 0, '1 6 0 0'],
])('%s', (_what, changes, luxury, expected) => {
  expect(moods(changes, luxury)).toBe(expected);
});

test.each([
  [{ happy: 2, content: 5, unhappy: 2, angry: 0 }, false],
  [{ happy: 1, content: 5, unhappy: 2, angry: 0 }, true],
  [{ happy: 2, content: 5, unhappy: 0, angry: 1 }, false],
  [{ happy: 2, content: 5, unhappy: 1, angry: 1 }, true],
])('a city is in disorder when more are unhappy than happy, the angry twice: %j', (citizens, expected) => {
  expect(isUnrest(citizens)).toBe(expected);
});

describe('recorded game', () => {
  const recorded = worldAtTurn(60);
  const nesa = must(recorded.cities.get(133));
  const game = must(recorded.game);

  test.each([
    [4, 5, { happy: 2, content: 2, unhappy: 0, angry: 0 }, false],
    [5, 5, { happy: 3, content: 2, unhappy: 0, angry: 0 }, true],
    [5, 5, { happy: 2, content: 3, unhappy: 0, angry: 0 }, false],
    [6, 5, { happy: 3, content: 3, unhappy: 0, angry: 0 }, true],
    [6, 5, { happy: 5, content: 0, unhappy: 1, angry: 0 }, false],
    [6, 5, { happy: 5, content: 0, unhappy: 0, angry: 1 }, false],
    [6, 7, { happy: 6, content: 0, unhappy: 0, angry: 0 }, false],
  ])('a city of size %i rejoices, from %i on, with %j: %s', (size, celebratesize, citizens, expected) => {
    const world = worldWith(recorded, { game: { ...game, celebratesize } });
    expect(isRejoicing(world, { ...nesa, size }, citizens)).toBe(expected);
  });

  test('specialists have no mood, and are taken from the content first', () => {
    const { natural: none } = moodFactors(recorded, { ...nesa, size: 8 }, [], { specialists: 0 });
    const { natural: three } = moodFactors(recorded, { ...nesa, size: 8 }, [], { specialists: 3 });
    expect(none).toEqual({ happy: 0, content: 4, unhappy: 4, angry: 0 });
    expect(three).toEqual({ happy: 0, content: 1, unhappy: 4, angry: 0 });
    expect(moodFactors(recorded, { ...nesa, size: 2 }, [], { specialists: 0 }).natural).toEqual({
      ...{ happy: 0, content: 2, unhappy: 0, angry: 0 },
    });
    expect(moodFactors(recorded, nesa, []).luxuryPrice).toBe(game.happyCost);
  });

  test('each city beyond the size of an empire makes one more unhappy', () => {
    const cities = (count: number) => {
      const more = Array.from({ length: count }, (_, index) => ({ ...nesa, id: 50_000 + index, tile: 1 }));
      const others = [...recorded.cities.values()].filter(({ owner }) => owner !== 0);
      const table = tableWith(recorded.cities, ({ id }) => id, ...more);
      for (const { id, owner } of recorded.cities.values()) if (owner === 0) table.delete(id, 2);
      expect(others.length).toBeGreaterThan(0);
      const world = worldWith(recorded, { cities: table });
      return moodFactors(world, { ...nesa, size: 8 }, [], { specialists: 0 }).natural.content;
    };
    const content = Array.from({ length: 40 }, (_, count) => cities(count + 1));
    expect(content.toSorted((a, b) => b - a)).toEqual(content);
    expect(content[0]).toBe(4);
    expect(content.at(-1)).toBeLessThan(4);
  });
});
