import { expect, test } from 'vitest';
import type { SpectatorCity } from '#shared/protocol/spectator/messages.js';
import { openingPlace } from '../../../web/map/camera.js';
import { placeLabel } from '../../../web/map/labels.js';
import { layoutOf } from '../../../web/map/layout.js';
import {
  absenceWords,
  buildingWords,
  clockWords,
  growthWords,
  kindWords,
  playerWords,
  surplusWords,
} from '../../../web/parts/state-words.js';

const map = { width: 40, height: 20, shape: 'square', wrap_x: true, wrap_y: false } as const;
const layout = layoutOf(map);
const tile = layout.middle(1).x - layout.middle(0).x;

/** The column and row in the middle of the screen of a game that opens on these tiles. */
function opensOn(tiles: readonly (readonly [x: number, y: number])[], columns: number, rows: number) {
  const indexes = tiles.map(([x, y]) => y * map.width + x);
  const place = openingPlace(layout, indexes, { width: columns * tile, height: rows * tile });
  const middle = place && layout.tileAt(place);
  return middle === undefined ? undefined : [middle % map.width, Math.floor(middle / map.width)];
}

test('a game opens between the homes of its agents, across the seam, or on the first on a small screen', () => {
  expect(opensOn([[10, 10]], 40, 8)).toEqual([10, 10]);
  expect(
    opensOn(
      [
        [38, 10],
        [2, 10],
      ],
      20,
      8,
    ),
  ).toEqual([0, 10]);
  expect(
    opensOn(
      [
        [10, 10],
        [30, 10],
      ],
      12,
      8,
    ),
  ).toEqual([10, 10]);
  expect(opensOn([], 12, 8)).toBeUndefined();
});

test('a game does not open on what is beyond the edge of a flat world', () => {
  expect(opensOn([[10, 1]], 12, 7)?.[1]).toBe(3);
  expect(opensOn([[10, 19]], 12, 7)?.[1]).toBe(16);
  expect([9, 10]).toContain(opensOn([[10, 19]], 12, 30)?.[1]);
});

test('two cities that touch both have their name, and no name covers another', () => {
  const taken: Parameters<typeof placeLabel>[2] = [];
  const sign = { half: 40, font: 12, size: 40 };
  const shifts = [0, 40, 80].map((x) => placeLabel({ x, y: 100 }, sign, taken));
  expect(shifts.every((shift) => shift !== undefined)).toBe(true);
  expect(new Set(shifts.slice(0, 2)).size).toBe(2);
  for (const [i, one] of taken.entries())
    for (const other of taken.slice(i + 1))
      expect(one.right <= other.left || other.right <= one.left || Math.abs(one.top - other.top) >= 12).toBe(
        true,
      );
  for (let more = 0; more < 9; more += 1) placeLabel({ x: 0, y: 100 }, sign, taken);
  expect(placeLabel({ x: 0, y: 100 }, sign, taken)).toBeUndefined();
});

test('an agent that is not there does not think, whatever time its turn has taken', () => {
  const clock = { state: 'thinking', since: 0, ends_at: null } as const;
  const away = { clock, presence: 'away' } as const;
  expect(clockWords({ clock, presence: 'connected' }, 'movement', 83_000)).toMatchObject({
    word: 'thinking',
    time: '1:23',
  });
  expect(clockWords(away, 'movement', 5_026_000)).toEqual({ word: 'away', isThinking: false });
  expect(clockWords({ clock, presence: 'gone' }, 'movement', 5_026_000)).toEqual({
    word: 'gone',
    isThinking: false,
  });
  const limited = { ...away, clock: { ...clock, ends_at: 90_000 } };
  expect(clockWords(limited, 'movement', 50_000)).toMatchObject({ word: 'away', time: '0:40 left' });
  expect(clockWords({ clock, presence: 'connected' }, 'movement', undefined)).toEqual({
    word: 'thinking',
    isThinking: true,
  });
});

test('in a game that is over no agent has a clock, and none has lost its connection', () => {
  const left = { clock: { state: 'waiting', since: 0, ends_at: null }, presence: 'away' } as const;
  expect([absenceWords(left, 'movement'), clockWords(left, 'movement', 5)?.word]).toEqual([
    'connection lost',
    'waiting',
  ]);
  expect([absenceWords(left, 'game_over'), clockWords(left, 'game_over', 5)]).toEqual(['', undefined]);
});

const growth = {
  surplus: { food: 2, shield: 3, trade: 1, gold: -1, luxury: 0, science: 0 },
  ...{ food_stock: 8, granary_size: 20, turns_to_grow: 6, production_cost: 40, production_turns: 10 },
};
const city: SpectatorCity = {
  ...{ id: 1, name: 'Rome', owner: 0, tile: 5, size: 2, production: 'Settlers', shields: 12, buildings: [] },
  growth,
};

test('a city is told with what it makes, when it grows and when it has built', () => {
  expect(buildingWords(city)).toBe('12 of 40 shields, in 10 turns');
  expect(growthWords(growth)).toBe('Grows in 6 turns, food 8 of 20');
  expect(surplusWords(growth)).toBe('+2 food, +3 shields, +1 trade, −1 gold');
  const still = { ...growth, turns_to_grow: null, production_turns: null };
  expect(growthWords({ ...still, surplus: { ...growth.surplus, food: -1 } })).toBe('Starves, food 8 of 20');
  expect(growthWords(still)).toBe('Does not grow, food 8 of 20');
  expect(buildingWords({ ...city, growth: still })).toBe('12 of 40 shields, never at this rate');
  expect(buildingWords({ ...city, growth: { ...still, production_cost: null } })).toBe('');
  const { growth: _unknown, ...foreign } = city;
  expect(buildingWords(foreign)).toBe('12 shields');
});

test('the page says whether a person, a model or an AI plays a seat, as far as that is told', () => {
  const ofModel = { model: 'm-1' };
  expect(playerWords({ ...ofModel, played_by: 'person' })).toBe('a person, in place of m-1');
  expect(playerWords({ model: null, played_by: 'person' })).toBe('a person');
  expect(playerWords({ ...ofModel, played_by: 'ai' })).toBe('AI, in place of m-1');
  for (const played_by of ['model', undefined] as const)
    expect(playerWords({ ...ofModel, played_by })).toBe('m-1');
  expect(playerWords({ model: null })).toBe('an agent of no known model');
});

test('a nation is that of an AI, a person or an agent, or of either of these without a watch key', () => {
  const player = { is_ai: false };
  expect(kindWords(player, { played_by: 'person' })).toBe('person');
  for (const played_by of ['model', undefined] as const)
    expect(kindWords(player, { played_by })).toBe('agent');
  expect(kindWords(player)).toBe('agent or person');
  expect(kindWords({ is_ai: true })).toBe('AI');
});
